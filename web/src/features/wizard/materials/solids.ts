import { OUTER_MEDIA, PEC_NAME, type MeshReport, type OuterMedium, type Region } from '@pace/contract';

/** A surface and the solids (from 1) that it bounds: none, one, or the two that touch there. */
export interface SolidFace {
  surface: number;
  solids: readonly number[];
  /** An open plate of metal inside its one solid */
  isPlate?: boolean;
}

/** The names that the mesher gives to faces of several solids: "Solid 2 face 3", "Solids 1+2 face 3". */
const FACE_NAME = /^Solids? (\d+(?:\+\d+)*) face \d+$/;

/** Which solids each surface bounds: as the mesher noted it, or by the names that it gave to the surfaces of its mesh. */
export function solidFaces(report: MeshReport): SolidFace[] {
  const { adjacency } = report;
  const faces = report.parts.map(({ index, number, name }) => ({
    surface: number,
    solids: adjacency
      ? (adjacency.find(({ part }) => part === index)?.solids ?? [])
      : (FACE_NAME.exec(name)?.[1]?.split('+').map(Number) ?? []),
  }));
  return faces.some(({ solids }) => solids.length > 0) ? faces : [];
}

/**
 * Of a mesh without solids, the pieces of space that its surfaces bound stand for them: the regions that the solver finds,
 * from 1; the outer vacuum is none.
 */
export function regionFaces(report: MeshReport, regions: readonly Region[]): SolidFace[] {
  const [outside, ...inner] = regions;
  return report.parts.map(({ number }) => {
    const solids = inner.flatMap(({ borders }, i) => (borders.includes(number) ? [i + 1] : []));
    const isPlate = solids.length === 1 && outside !== undefined && !outside.borders.includes(number);
    return { surface: number, solids, ...(isPlate && { isPlate }) };
  });
}

export const solidNumbers = (faces: readonly SolidFace[]): number[] =>
  [...new Set(faces.flatMap(({ solids }) => solids))].sort((a, b) => a - b);

/**
 * The table of outer media of solids that are each of one material. A face of one solid lies in vacuum; a face between two
 * that both reach the outside is an interface; a solid that only others surround lies inside the one it is met from.
 * A face of no solid is a metal plate in vacuum.
 */
export function outerMediaOfSolids(
  faces: readonly SolidFace[],
  materialOf: ReadonlyMap<number, string>,
): OuterMedium[] {
  const entries = new Map<number, OuterMedium>();
  const set = (surface: number, outerMedia: number, outerMaterial: string) =>
    entries.set(surface, { surfaceApplied: surface, outerMedia, outerMaterial });
  /** A surface of each solid reached so far, whose inside it is; and the solid around it, if any. */
  const surfaceOf = new Map<number, number>();
  const around = new Map<number, number>();
  for (const { surface, solids, isPlate } of faces) {
    if (isPlate) continue;
    if (solids.length === 0) set(surface, OUTER_MEDIA.vacuum, PEC_NAME);
    const [solid] = solids;
    if (solids.length !== 1 || solid === undefined) continue;
    set(surface, OUTER_MEDIA.vacuum, materialOf.get(solid) ?? '');
    if (!surfaceOf.has(solid)) surfaceOf.set(solid, surface);
  }
  const between = faces.filter(({ solids }) => solids.length === 2);
  for (let reached = true; reached;) {
    reached = false;
    for (const { surface, solids } of between) {
      const [a, b] = solids as [number, number];
      if (surfaceOf.has(a) === surfaceOf.has(b)) continue;
      const [outer, inner] = surfaceOf.has(a) ? [a, b] : [b, a];
      surfaceOf.set(inner, surface);
      around.set(inner, outer);
      reached = true;
    }
  }
  for (const { surface, solids } of between) {
    const [a, b] = solids as [number, number];
    const inner = around.get(a) === b ? a : around.get(b) === a ? b : undefined;
    if (inner === undefined) set(surface, OUTER_MEDIA.interface, '');
    else set(surface, surfaceOf.get(inner === a ? b : a)!, materialOf.get(inner) ?? '');
  }
  for (const { surface, solids } of faces.filter((face) => face.isPlate)) {
    const around = surfaceOf.get(solids[0]!);
    if (around !== undefined) set(surface, around, PEC_NAME);
  }
  return faces.flatMap(({ surface }) => entries.get(surface) ?? []);
}
