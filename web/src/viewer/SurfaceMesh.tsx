import type { ThreeEvent } from '@react-three/fiber';
import { useFrame, useThree } from '@react-three/fiber';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  PerspectiveCamera,
  SRGBColorSpace,
  Vector3,
  type LineBasicMaterial,
  type LineSegments,
  type Mesh,
  type Plane,
} from 'three';
import { acceleratedRaycast, MeshBVH } from 'three-mesh-bvh';
import { displayMesh } from './bentTriangles.ts';
import { effort } from './effort.ts';
import {
  edgeVisibility,
  meanEdgeLength,
  sideCount,
  triangleCount,
  uniqueEdges,
  type DisplayMesh,
  type MeshGeometry,
} from './geometry.ts';
import { useIsMoving, type Movement } from './movement.ts';
import { partColor, type PaletteName } from './palettes.ts';
import { paletteTexture } from './paletteTexture.ts';
import type { MeshPick } from './types.ts';
import { COARSE_CELLS, coarseTriangles, shownGeometry, visibleTriangles } from './visibleTriangles.ts';

const FADED_SHARE = 0.75;
/** Above this a coarse stand-in is drawn while the view moves. */
export const COARSE_ABOVE = 150_000;
/** The same where the processor draws, and cells of that stand-in */
const SLOW_COARSE_ABOVE = 15_000;
const SLOW_CELLS = 50;
/** Lines of more triangles, of three each, are a black surface, and take a second to find. */
export const EDGES_UP_TO = 600_000;

interface SurfaceMeshProps {
  /** With the pieces of bent triangles in their place */
  geometry: MeshGeometry;
  /** Position in the palette (0 to 1) of each vertex of the geometry; parts are coloured when absent */
  positions?: Float32Array | undefined;
  palette: PaletteName;
  opacity: number;
  filled: boolean;
  edges: boolean;
  edgeColor: string;
  /** Number of the colour of each part; its own number where there is none */
  colorOfPart?: ReadonlyMap<number, number> | undefined;
  /** These parts keep their colour, the others fade; none fades when empty */
  highlighted: readonly number[];
  hidden: ReadonlySet<number>;
  clipping: Plane[];
  movement: Movement;
  onPick?: ((pick: MeshPick) => void) | undefined;
}

function partColors(
  { partOfVertex }: DisplayMesh,
  highlighted: readonly number[],
  colorOfPart: ReadonlyMap<number, number> | undefined,
): BufferAttribute {
  const byPart: [number, number, number][] = [];
  const grey = new Color('#808080');
  const colorOf = (part: number) => {
    const known = byPart[part];
    if (known) return known;
    const [r, g, b] = partColor(colorOfPart?.get(part) ?? part);
    const color = new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    if (highlighted.length > 0 && !highlighted.includes(part)) color.lerp(grey, FADED_SHARE);
    const rgb: [number, number, number] = [color.r, color.g, color.b];
    byPart[part] = rgb;
    return rgb;
  };
  const colors = new Float32Array(partOfVertex.length * 3);
  for (let v = 0; v < partOfVertex.length; v++) colors.set(colorOf(partOfVertex[v]!), 3 * v);
  return new BufferAttribute(colors, 3);
}

/** The palette is looked up a pixel, not a vertex, so that a colour always stands for the interpolated number. */
function paletteCoordinates({ sourceVertex }: DisplayMesh): BufferAttribute {
  return new BufferAttribute(new Float32Array(sourceVertex.length * 2).fill(0.5), 2).setUsage(
    DynamicDrawUsage,
  );
}

/** In place: an animation changes the numbers of a million triangles many times a second, not the triangles. */
function placeInPalette(
  attribute: BufferAttribute,
  { sourceVertex }: DisplayMesh,
  positions: Float32Array,
): void {
  const coordinates = attribute.array;
  for (let v = 0; v < sourceVertex.length; v++) coordinates[2 * v] = positions[sourceVertex[v]!] ?? 0;
  attribute.needsUpdate = true;
}

/** Frees what a memo made on the graphics card, and draws once after each change. */
function useDisposed<T extends { dispose: () => void }>(resource: T | undefined): void {
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => {
    invalidate();
    return () => resource?.dispose();
  }, [resource, invalidate]);
}

function rayThrough(this: Mesh, ...[raycaster, hits]: Parameters<Mesh['raycast']>): void {
  // Built at the first click only: half a second for 500 000 triangles.
  if (!this.geometry.boundsTree)
    Object.assign(this.geometry, { boundsTree: new MeshBVH(this.geometry, { indirect: true }) });
  acceleratedRaycast.call(this, raycaster, hits);
}

const ignoreRay = () => undefined;
const origin = new Vector3();

/** Lines that lie closer than they are wide would be a black surface: they fade as they come together, and return when one zooms in. */
function useFadingLines(
  buffer: BufferGeometry | undefined,
  linesPerEdge: number,
  opacity: number,
  fading: boolean,
) {
  const lines = useRef<LineSegments<BufferGeometry, LineBasicMaterial>>(null);
  const length = useMemo(
    () =>
      buffer
        ? linesPerEdge * meanEdgeLength(buffer.getAttribute('position').array, buffer.getIndex()!.array)
        : 0,
    [buffer, linesPerEdge],
  );
  useFrame(({ camera, size, controls }) => {
    if (!lines.current || !(camera instanceof PerspectiveCamera)) return;
    const distance = camera.position.distanceTo((controls as { target?: Vector3 } | null)?.target ?? origin);
    const perPixel = (2 * distance * Math.tan((camera.fov * Math.PI) / 360)) / size.height;
    const pixels = (length * lines.current.matrixWorld.getMaxScaleOnAxis()) / perPixel;
    lines.current.material.opacity = opacity * (fading ? edgeVisibility(pixels) : 1);
  });
  return lines;
}

/** The mesh in two draw calls: triangles and edges. */
export function SurfaceMesh({
  geometry,
  positions,
  palette,
  opacity,
  filled,
  edges,
  edgeColor,
  colorOfPart,
  highlighted,
  hidden,
  clipping,
  movement,
  onPick,
}: SurfaceMeshProps) {
  const display = useMemo(() => displayMesh(geometry), [geometry]);
  const visible = useMemo(
    () => visibleTriangles(display, geometry.parts, hidden),
    [display, geometry, hidden],
  );
  const level = useSyncExternalStore(effort.subscribe, effort.level, effort.level);
  const moving = useIsMoving(movement);
  const isLarge = visible.indices.length / 3 > (level === 2 ? SLOW_COARSE_ABOVE : COARSE_ABOVE);
  const cells = level === 2 ? SLOW_CELLS : COARSE_CELLS;
  const coarse = moving && isLarge;
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => invalidate(), [coarse, level, moving, clipping, invalidate]);

  const position = useMemo(() => new BufferAttribute(display.positions, 3), [display]);
  const normal = useMemo(() => display.normals && new BufferAttribute(display.normals, 3, true), [display]);
  const valued = positions !== undefined;
  const byPart = useMemo(
    () => (valued ? undefined : partColors(display, highlighted, colorOfPart)),
    [display, valued, highlighted, colorOfPart],
  );
  const byValue = useMemo(() => (valued ? paletteCoordinates(display) : undefined), [display, valued]);
  const attribute = (byPart ?? byValue)!;
  useLayoutEffect(() => {
    if (byValue && positions) placeInPalette(byValue, display, positions);
    invalidate();
  }, [byValue, display, positions, invalidate]);
  const over = useCallback(
    (indices: Uint32Array) => {
      const buffer = new BufferGeometry();
      buffer.setAttribute('position', position);
      if (normal) buffer.setAttribute('normal', normal);
      buffer.setAttribute(valued ? 'uv' : 'color', attribute);
      buffer.setIndex(new BufferAttribute(indices, 1));
      return buffer;
    },
    [position, normal, attribute, valued],
  );
  const surface = useMemo(() => over(visible.indices), [visible, over]);
  const standIn = useMemo(
    () => (isLarge ? over(coarseTriangles(display, visible.indices, cells)) : undefined),
    [isLarge, cells, visible, display, over],
  );
  useDisposed(surface);
  useDisposed(standIn);

  const lines = useMemo(() => {
    if (!edges) return undefined;
    const shown = shownGeometry(geometry, visible.triangleOf);
    if (sideCount(shown) > 3 * EDGES_UP_TO) return undefined;
    const buffer = new BufferGeometry();
    buffer.setAttribute('position', new BufferAttribute(geometry.vertices, 3));
    buffer.setIndex(new BufferAttribute(uniqueEdges(shown), 1));
    return buffer;
  }, [geometry, visible, edges]);
  useDisposed(lines);
  const lineOpacity = filled ? 0.45 : 0.9;
  const linesPerEdge = useMemo(() => sideCount(geometry) / (3 * triangleCount(geometry)), [geometry]);
  const drawnLines = useFadingLines(lines, linesPerEdge, lineOpacity, filled);

  const texture = useMemo(() => (valued ? paletteTexture(palette) : undefined), [valued, palette]);
  useDisposed(texture);

  const solid = opacity >= 1;
  const pick = (event: ThreeEvent<MouseEvent>) => {
    // A drag of the view ends in a click too.
    if (!onPick || coarse || event.delta > 4 || event.faceIndex === null || event.faceIndex === undefined)
      return;
    // What the section plane took away is not there.
    if (clipping.some((plane) => plane.distanceToPoint(event.point) < 0)) return;
    event.stopPropagation();
    const { x, y, z } = event.object.worldToLocal(event.point.clone());
    const drawn = visible.triangleOf?.[event.faceIndex] ?? event.faceIndex;
    const triangle = geometry.pieces?.triangleOf[drawn] ?? drawn;
    onPick({ triangle, part: geometry.parts[drawn] ?? 0, point: [x, y, z] });
  };
  return (
    <>
      {filled && (
        <mesh
          geometry={coarse && standIn ? standIn : surface}
          raycast={onPick ? rayThrough : ignoreRay}
          onClick={onPick ? pick : undefined}
        >
          <meshLambertMaterial
            key={`${texture ? 'values' : 'parts'}-${normal ? 'smooth' : 'flat'}-${solid}-${clipping.length}`}
            flatShading={!normal}
            side={DoubleSide}
            vertexColors={!texture}
            map={texture ?? null}
            transparent={!solid}
            opacity={opacity}
            depthWrite={solid}
            polygonOffset
            polygonOffsetFactor={1}
            polygonOffsetUnits={1}
            clippingPlanes={clipping}
          />
        </mesh>
      )}
      {lines && !coarse && !(moving && level > 0) && (
        <lineSegments ref={drawnLines} geometry={lines} raycast={ignoreRay} renderOrder={1}>
          <lineBasicMaterial
            key={clipping.length}
            color={edgeColor}
            transparent
            opacity={lineOpacity}
            depthWrite={false}
            clippingPlanes={clipping}
          />
        </lineSegments>
      )}
    </>
  );
}
