import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial,
  PerspectiveCamera, Scene, SRGBColorSpace, Vector3, WebGLRenderer,
} from 'three';
import { boundsOf, uniqueEdges, type MeshGeometry } from './geometry.ts';
import { partColor } from './palettes.ts';

const FIELD_OF_VIEW_DEG = 30;
const DIRECTION = new Vector3(1.1, -1.7, 1);
/** Of more triangles the edges are a black surface. */
const EDGES_UP_TO = 60_000;

/** The parts of a mesh seen from the usual side, on white, as the data: address of a PNG; undefined without WebGL. */
export function meshPicture(geometry: MeshGeometry, widthPx = 900, heightPx = 620): string | undefined {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  } catch {
    return undefined;
  }
  const { centre, radius } = boundsOf(geometry.vertices);
  const surface = new BufferGeometry();
  const count = geometry.triangles.length;
  // A colour a triangle needs corners of its own.
  const positions = new Float32Array(3 * count);
  const colors = new Float32Array(3 * count);
  const color = new Color();
  for (let corner = 0; corner < count; corner++) {
    const vertex = geometry.triangles[corner]!;
    for (let axis = 0; axis < 3; axis++) positions[3 * corner + axis] = geometry.vertices[3 * vertex + axis]! - centre[axis]!;
    const [r, g, b] = partColor(geometry.parts[Math.floor(corner / 3)]!);
    color.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    colors.set([color.r, color.g, color.b], 3 * corner);
  }
  surface.setAttribute('position', new BufferAttribute(positions, 3));
  surface.setAttribute('color', new BufferAttribute(colors, 3));
  const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  const scene = new Scene();
  scene.background = new Color('#ffffff');
  scene.add(new Mesh(surface, material), new AmbientLight('#ffffff', Math.PI * 0.5));
  for (const [place, strength] of [[[3, -6, 8], 0.5], [[-5, 6, -4], 0.25]] as const) {
    const light = new DirectionalLight('#ffffff', Math.PI * strength);
    light.position.set(...(place as [number, number, number]));
    scene.add(light);
  }
  const lines = new BufferGeometry();
  const lineMaterial = new LineBasicMaterial({ color: '#10141a', transparent: true, opacity: 0.35 });
  if (count / 3 <= EDGES_UP_TO) {
    lines.setAttribute('position', new BufferAttribute(geometry.vertices.map((value, i) => value - centre[i % 3]!), 3));
    lines.setIndex(new BufferAttribute(uniqueEdges(geometry), 1));
    scene.add(new LineSegments(lines, lineMaterial));
  }
  const distance = (1.12 * radius) / Math.sin(((FIELD_OF_VIEW_DEG / 2) * Math.PI) / 180);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, widthPx / heightPx, distance / 100, distance * 10);
  camera.up.set(0, 0, 1);
  camera.position.copy(DIRECTION.clone().setLength(distance));
  camera.lookAt(0, 0, 0);
  try {
    renderer.setSize(widthPx, heightPx, false);
    renderer.render(scene, camera);
    return renderer.domElement.toDataURL('image/png');
  } finally {
    for (const one of [surface, lines, material, lineMaterial]) one.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }
}
