import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { drawnGeometry, valuesAtPoints } from './bentTriangles.ts';
import { boundsOf, sideCount, uniqueEdges, type MeshGeometry } from './geometry.ts';
import { partColor, type PaletteName } from './palettes.ts';
import { paletteTexture } from './paletteTexture.ts';
import { PAPER_INK, withOverlay } from './pictureOverlay.ts';
import { displayedValues, positionsInRange, shownRange } from './scalarRange.ts';
import type { ScalarColors } from './types.ts';

const FIELD_OF_VIEW_DEG = 30;
const DIRECTION = new Vector3(1.1, -1.7, 1);
/** Of more triangles the edges are a black surface. */
const EDGES_UP_TO = 60_000;
const PIXEL_RATIO = 2;
const PALETTE: PaletteName = 'viridis';

interface MeshPictureOptions {
  /** Parts are coloured when absent */
  colors?: ScalarColors;
  warning?: string | undefined;
  /** Of the numbers beside the colours */
  language: string;
  widthPx?: number;
  heightPx?: number;
}

/** A mesh seen from the usual side, on white, with the key to its colours, as the data: address of a PNG; undefined without WebGL. */
export function meshPicture(
  geometry: MeshGeometry,
  { colors, warning, language, widthPx = 640, heightPx = 420 }: MeshPictureOptions,
): string | undefined {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  } catch {
    return undefined;
  }
  const drawn = drawnGeometry(geometry);
  const { centre, radius } = boundsOf(drawn.vertices);
  const range = colors && shownRange(colors);
  const values = colors && displayedValues(valuesAtPoints(colors, geometry), colors.decibel ?? false);
  const surface = surfaceOf(drawn, centre, values && range && positionsInRange(values, range));
  const texture = colors && paletteTexture(PALETTE);
  const material = new MeshLambertMaterial({
    vertexColors: !texture,
    map: texture ?? null,
    flatShading: !drawn.pieces?.normals,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const scene = new Scene();
  scene.background = new Color('#ffffff');
  // Where colours are numbers, shadows are faint.
  scene.add(new Mesh(surface, material), new AmbientLight('#ffffff', Math.PI * (colors ? 0.8 : 0.5)));
  for (const [place, strength] of [
    [[3, -6, 8], colors ? 0.2 : 0.5],
    [[-5, 6, -4], colors ? 0.1 : 0.25],
  ] as const) {
    const light = new DirectionalLight('#ffffff', Math.PI * strength);
    light.position.set(...(place as [number, number, number]));
    scene.add(light);
  }
  const lines = new BufferGeometry();
  const lineMaterial = new LineBasicMaterial({
    color: '#10141a',
    transparent: true,
    opacity: colors ? 0.15 : 0.35,
  });
  if (sideCount(drawn) <= 3 * EDGES_UP_TO) {
    lines.setAttribute(
      'position',
      new BufferAttribute(
        drawn.vertices.map((value, i) => value - centre[i % 3]!),
        3,
      ),
    );
    lines.setIndex(new BufferAttribute(uniqueEdges(drawn), 1));
    scene.add(new LineSegments(lines, lineMaterial));
  }
  const distance = (1.12 * radius) / Math.sin(((FIELD_OF_VIEW_DEG / 2) * Math.PI) / 180);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, widthPx / heightPx, distance / 100, distance * 10);
  camera.up.set(0, 0, 1);
  camera.position.copy(DIRECTION.clone().setLength(distance));
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) => {
    const { x, y } = axis.transformDirection(camera.matrixWorldInverse);
    return [x, y] as const;
  });
  try {
    renderer.setPixelRatio(PIXEL_RATIO);
    renderer.setSize(widthPx, heightPx, false);
    renderer.render(scene, camera);
    const key = colors && range && { palette: PALETTE, range, label: colors.label, unit: colors.unit };
    return withOverlay(renderer.domElement, PIXEL_RATIO, {
      ink: PAPER_INK,
      language,
      key,
      warning,
      axes,
    }).toDataURL('image/png');
  } finally {
    for (const one of [surface, lines, material, lineMaterial, texture]) one?.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

/** Triangles with corners of their own, in the colours of their parts or at places in the palette. */
function surfaceOf(
  geometry: MeshGeometry,
  centre: readonly number[],
  palettePlaces: Float32Array | undefined,
): BufferGeometry {
  const surface = new BufferGeometry();
  const count = geometry.triangles.length;
  const positions = new Float32Array(3 * count);
  for (let corner = 0; corner < count; corner++)
    for (let axis = 0; axis < 3; axis++)
      positions[3 * corner + axis] =
        geometry.vertices[3 * geometry.triangles[corner]! + axis]! - centre[axis]!;
  surface.setAttribute('position', new BufferAttribute(positions, 3));
  const normals = geometry.pieces?.normals;
  if (normals) surface.setAttribute('normal', new BufferAttribute(normals, 3, true));
  if (palettePlaces) {
    const places = new Float32Array(2 * count).fill(0.5);
    for (let corner = 0; corner < count; corner++)
      places[2 * corner] = palettePlaces[geometry.triangles[corner]!] ?? 0;
    surface.setAttribute('uv', new BufferAttribute(places, 2));
    return surface;
  }
  const colors = new Float32Array(3 * count);
  const color = new Color();
  for (let corner = 0; corner < count; corner++) {
    const [r, g, b] = partColor(geometry.parts[Math.floor(corner / 3)]!);
    color.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    colors.set([color.r, color.g, color.b], 3 * corner);
  }
  surface.setAttribute('color', new BufferAttribute(colors, 3));
  return surface;
}
