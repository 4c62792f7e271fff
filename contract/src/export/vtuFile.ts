import { joined } from './bytes.ts';
import { NOT_CONVERGED_SENTENCE, oneLine, PHASE_CONVENTIONS, polarizationName } from './scatteringData.ts';
import {
  checkMesh,
  middleCount,
  nodePoints,
  nodesOf,
  partNameOf,
  partsOf,
  triangleCount,
  vertexCount,
  type SurfaceData,
  type SurfaceMesh,
} from './surfaceData.ts';

/** A complex vector at each vertex, and at each middle of a bent mesh. */
export interface VertexVectors {
  /** `J` or `M` */
  name: string;
  unit: string;
  /** Re x, Im x, Re y, Im y, Re z, Im z a vertex, then a middle of a bent mesh; what follows behind them is left out */
  values: ArrayLike<number>;
}

/** Of an illumination; a mesh alone has none. */
export interface SurfaceIllumination {
  frequencyHz: number;
  /** Direction that the wave comes from [degrees] */
  thetaDeg: number;
  phiDeg: number;
  /** Of the incident wave: 0 horizontal, 1 vertical, 2 right circular, 3 left circular */
  polarization: number;
  converged: boolean;
  vectors: readonly VertexVectors[];
}

/** Of VTK: triangles of three and of six nodes */
const CELL_TYPES: Readonly<Record<number, number>> = { 3: 5, 6: 22 };

const BASE64 = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

type NumberType = 'Float32' | 'Float64' | 'Int32' | 'UInt8';

/** An array of the file: its length in bytes and its values, in base64. */
function encoded(type: NumberType, values: ArrayLike<number>): Uint8Array {
  const size = { Float32: 4, Float64: 8, Int32: 4, UInt8: 1 }[type];
  const view = new DataView(new ArrayBuffer(8 + size * values.length));
  view.setBigUint64(0, BigInt(size * values.length), true);
  for (let i = 0; i < values.length; i++) {
    const [at, value] = [8 + size * i, values[i]!];
    if (type === 'Float32') view.setFloat32(at, value, true);
    else if (type === 'Float64') view.setFloat64(at, value, true);
    else if (type === 'Int32') view.setInt32(at, value, true);
    else view.setUint8(at, value);
  }
  return base64(new Uint8Array(view.buffer));
}

/** As bytes: a text of a large mesh would be longer than strings can be. */
function base64(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(PADDING);
  for (let i = 0, at = 0; i < bytes.length; i += 3, at += 4) {
    const left = bytes.length - i;
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let digit = 0; digit < Math.min(left, 3) + 1; digit++)
      text[at + digit] = BASE64[(three >> (18 - 6 * digit)) & 63]!;
  }
  return text;
}

/**
 * A mesh, and the surface currents of an illumination where there are any, as an unstructured grid of VTK for ParaView:
 * `.vtu`, version 1.0, little-endian, arrays in base64 (Kitware, "VTK File Formats", XML formats). Points are in metres.
 * A complex vector is two arrays, `J_real` and `J_imag`, beside its magnitude `J`; each triangle has its `part`. Bent triangles
 * have six points.
 * @throws Error if the mesh is none, or a vector is not on it
 */
export function vtuFile(data: SurfaceData, illumination?: SurfaceIllumination): Uint8Array<ArrayBuffer> {
  checkMesh(data);
  const { mesh, name } = data;
  const [points, cells] = [vertexCount(mesh) + middleCount(mesh), triangleCount(mesh)];
  const { connectivity, offsets, types } = cellsOf(mesh);
  const array = (arrayName: string, components: number, type: NumberType, numbers: ArrayLike<number>) => [
    `<DataArray type="${type}" Name="${arrayName}"${components > 1 ? ` NumberOfComponents="${components}"` : ''} format="binary">`,
    encoded(type, numbers),
    '</DataArray>',
  ];
  const vectors = (illumination?.vectors ?? []).flatMap(({ name: quantity, values }) => {
    if (values.length < 6 * points)
      throw new Error(`${quantity} has ${values.length / 6} vectors, but the mesh has ${points} points.`);
    const part = (offset: number) =>
      Float32Array.from({ length: 3 * points }, (_, i) => values[2 * i + offset]!);
    const magnitude = Float32Array.from({ length: points }, (_, v) => {
      let sum = 0;
      for (let c = 6 * v; c < 6 * v + 6; c++) sum += values[c]! ** 2;
      return Math.sqrt(sum);
    });
    return [
      ...array(quantity, 1, 'Float32', magnitude),
      ...array(`${quantity}_real`, 3, 'Float32', part(0)),
      ...array(`${quantity}_imag`, 3, 'Float32', part(1)),
    ];
  });
  const fields = illumination
    ? ([
        ['frequency_Hz', illumination.frequencyHz],
        ['theta_deg', illumination.thetaDeg],
        ['phi_deg', illumination.phiDeg],
        ['converged', illumination.converged ? 1 : 0],
      ] as const)
    : [];
  const comments = [
    ...(illumination?.converged === false ? [NOT_CONVERGED_SENTENCE] : []),
    `Pace: ${oneLine(name)}`,
    'Points in metres.',
    ...(illumination
      ? [
          `Incident polarization: ${polarizationName(illumination.polarization)}.`,
          ...illumination.vectors.map(({ name: one, unit }) => `${one} in ${unit}.`),
          ...PHASE_CONVENTIONS,
        ]
      : []),
    ...partsOf(mesh).map((part) => `part ${part}: ${partNameOf(mesh, part)}`),
  ];
  const content: (string | Uint8Array)[] = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...comments.map((line) => `<!-- ${commentText(line)} -->`),
    '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
    '<UnstructuredGrid>',
    ...(fields.length > 0
      ? [
          '<FieldData>',
          ...fields.map(
            ([field, value]) =>
              `<DataArray type="Float64" Name="${field}" NumberOfTuples="1" format="ascii">${value}</DataArray>`,
          ),
          '</FieldData>',
        ]
      : []),
    `<Piece NumberOfPoints="${points}" NumberOfCells="${cells}">`,
    '<PointData>',
    ...vectors,
    '</PointData>',
    '<CellData>',
    ...array('part', 1, 'Int32', mesh.parts),
    '</CellData>',
    '<Points>',
    ...array('Points', 3, 'Float64', nodePoints(mesh)),
    '</Points>',
    '<Cells>',
    ...array('connectivity', 1, 'Int32', connectivity),
    ...array('offsets', 1, 'Int32', offsets),
    ...array('types', 1, 'UInt8', types),
    '</Cells>',
    '</Piece>',
    '</UnstructuredGrid>',
    '</VTKFile>',
  ];
  const text = new TextEncoder();
  return joined(content.map((one) => (typeof one === 'string' ? text.encode(`${one}\n`) : one)));
}

function cellsOf(mesh: SurfaceMesh) {
  const count = triangleCount(mesh);
  const [offsets, types] = [new Int32Array(count), new Uint8Array(count)];
  const connectivity: number[] = [];
  for (let t = 0; t < count; t++) {
    const nodes = nodesOf(mesh, t);
    connectivity.push(...nodes);
    offsets[t] = connectivity.length;
    types[t] = CELL_TYPES[nodes.length]!;
  }
  return { connectivity, offsets, types };
}

/** Two hyphens would end a comment; control characters are no XML. */
const commentText = (line: string): string =>
  line
    .replaceAll(/--+/g, '-')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/-$/, '');
