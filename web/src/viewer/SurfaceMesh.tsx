import type { ThreeEvent } from '@react-three/fiber';
import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import {
  BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, LinearFilter, RGBAFormat, SRGBColorSpace, UnsignedByteType,
  type Mesh,
} from 'three';
import { acceleratedRaycast, MeshBVH } from 'three-mesh-bvh';
import { splitAtPartBorders, uniqueEdges, type DisplayMesh, type MeshGeometry } from './geometry.ts';
import { paletteTexels, partColor, type PaletteName } from './palettes.ts';
import type { MeshPick } from './types.ts';

const FADED_SHARE = 0.75;

interface SurfaceMeshProps {
  geometry: MeshGeometry;
  /** Position in the palette (0 to 1) of each vertex of the geometry; parts are coloured when absent */
  positions?: Float32Array | undefined;
  palette: PaletteName;
  opacity: number;
  filled: boolean;
  edges: boolean;
  edgeColor: string;
  highlightedPart?: number | undefined;
  onPick?: ((pick: MeshPick) => void) | undefined;
}

function partColors({ partOfVertex }: DisplayMesh, highlightedPart: number | undefined): BufferAttribute {
  const byPart = new Map<number, Color>();
  const grey = new Color('#808080');
  const colorOf = (part: number) => {
    const known = byPart.get(part);
    if (known) return known;
    const [r, g, b] = partColor(part);
    const color = new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    if (highlightedPart !== undefined && part !== highlightedPart) color.lerp(grey, FADED_SHARE);
    byPart.set(part, color);
    return color;
  };
  const colors = new Float32Array(partOfVertex.length * 3);
  for (let v = 0; v < partOfVertex.length; v++) colorOf(partOfVertex[v]!).toArray(colors, 3 * v);
  return new BufferAttribute(colors, 3);
}

/** The palette is looked up a pixel, not a vertex, so that a colour always stands for the interpolated number. */
function paletteCoordinates({ sourceVertex }: DisplayMesh, positions: Float32Array): BufferAttribute {
  const coordinates = new Float32Array(sourceVertex.length * 2);
  for (let v = 0; v < sourceVertex.length; v++) {
    coordinates[2 * v] = positions[sourceVertex[v]!] ?? 0;
    coordinates[2 * v + 1] = 0.5;
  }
  return new BufferAttribute(coordinates, 2);
}

function paletteTexture(name: PaletteName): DataTexture {
  const texels = paletteTexels(name);
  const texture = new DataTexture(texels, texels.length / 4, 1, RGBAFormat, UnsignedByteType);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
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
  if (!this.geometry.boundsTree) Object.assign(this.geometry, { boundsTree: new MeshBVH(this.geometry, { indirect: true }) });
  acceleratedRaycast.call(this, raycaster, hits);
}

const ignoreRay = () => undefined;

/** The mesh in two draw calls: triangles and edges. */
export function SurfaceMesh({
  geometry, positions, palette, opacity, filled, edges, edgeColor, highlightedPart, onPick,
}: SurfaceMeshProps) {
  const display = useMemo(() => splitAtPartBorders(geometry), [geometry]);

  const surface = useMemo(() => {
    const buffer = new BufferGeometry();
    buffer.setAttribute('position', new BufferAttribute(display.positions, 3));
    buffer.setIndex(new BufferAttribute(display.indices, 1));
    if (positions) buffer.setAttribute('uv', paletteCoordinates(display, positions));
    else buffer.setAttribute('color', partColors(display, highlightedPart));
    return buffer;
  }, [display, positions, highlightedPart]);
  useDisposed(surface);

  const lines = useMemo(() => {
    if (!edges) return undefined;
    const buffer = new BufferGeometry();
    buffer.setAttribute('position', new BufferAttribute(geometry.vertices, 3));
    buffer.setIndex(new BufferAttribute(uniqueEdges(geometry), 1));
    return buffer;
  }, [geometry, edges]);
  useDisposed(lines);

  const texture = useMemo(() => (positions ? paletteTexture(palette) : undefined), [positions, palette]);
  useDisposed(texture);

  const solid = opacity >= 1;
  const pick = (event: ThreeEvent<MouseEvent>) => {
    // A drag of the view ends in a click too.
    if (!onPick || event.delta > 4 || event.faceIndex === null || event.faceIndex === undefined) return;
    const { x, y, z } = event.object.worldToLocal(event.point.clone());
    onPick({ triangle: event.faceIndex, part: geometry.parts[event.faceIndex] ?? 0, point: [x, y, z] });
  };
  return (
    <>
      {filled && (
        <mesh geometry={surface} raycast={onPick ? rayThrough : ignoreRay} onClick={onPick ? pick : undefined}>
          <meshLambertMaterial
            key={`${texture ? 'values' : 'parts'}-${solid}`}
            flatShading
            side={DoubleSide}
            vertexColors={!texture}
            map={texture ?? null}
            transparent={!solid}
            opacity={opacity}
            depthWrite={solid}
            polygonOffset
            polygonOffsetFactor={1}
            polygonOffsetUnits={1}
          />
        </mesh>
      )}
      {lines && (
        <lineSegments geometry={lines} raycast={ignoreRay} renderOrder={1}>
          <lineBasicMaterial color={edgeColor} transparent opacity={filled ? 0.45 : 0.9} depthWrite={false} />
        </lineSegments>
      )}
    </>
  );
}
