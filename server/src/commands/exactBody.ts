import {
  backingOf,
  isPec,
  message,
  OUTER_MEDIA,
  parametersAt,
  passive,
  PROGRAM_TYPES,
  stackAt,
  surfaceImpedances,
  tableOf,
  type Materials,
  type Message,
} from '@pace/contract';
import type { SphereBody, SphereLayer } from '../engines/index.ts';

/** A sphere of a model, with the part or the patches that make it up. */
export interface PartSphere {
  parts: readonly number[];
  radiusM: number;
}

export interface ExactBody {
  /** Of the core; of the outermost face for a body without one */
  radiusM: number;
  body: SphereBody;
}

/** How far the impedance of a table may be from that of the layers and still be theirs */
const SAME_IMPEDANCE = 1e-6;

/**
 * What the exact series needs to know of concentric spheres at a frequency, or a message that says why it has no
 * solution.
 * @param spheres outermost first
 */
export function exactBody(
  programType: number,
  materials: Materials | null,
  spheres: readonly PartSphere[],
  frequencyHz: number,
): ExactBody | Message {
  const [outermost] = spheres;
  if (!outermost) return message('noExact.noSphere');
  if (programType === PROGRAM_TYPES.composite) return composite(materials, spheres, frequencyHz);
  if (spheres.length > 1) return message('noExact.several');
  if (programType === PROGRAM_TYPES.pec) return { radiusM: outermost.radiusM, body: { core: 'pec' } };
  return alike(outermost.parts, (part) => coated(materials, part, outermost.radiusM, frequencyHz));
}

/** What holds for every patch of a sphere; patches of different make have no exact solution. */
function alike<T>(parts: readonly number[], of: (part: number) => T | Message): T | Message {
  const all = parts.map(of);
  const [first] = all;
  if (first === undefined) return message('noExact.noSurface');
  const text = JSON.stringify(first);
  return all.every((one) => JSON.stringify(one) === text) ? first : message('noExact.patches');
}

/** The mesh is the outer face of a coating; the layers go inward from it. */
function coated(
  materials: Materials | null,
  part: number,
  radiusM: number,
  frequencyHz: number,
): ExactBody | Message {
  if (!materials) return message('noExact.noMaterials');
  const typed = typedImpedance(materials, part, frequencyHz);
  if (typed) return { radiusM, body: { core: 'impedance', impedance: typed } };
  const stack = stackAt(materials, part, frequencyHz);
  if (!stack) return message('noExact.noLayers');
  const layers: SphereLayer[] = [];
  let outerRadiusM = radiusM;
  for (const { permittivity, permeability, thicknessM } of stack) {
    layers.unshift({ outerRadiusM, permittivity, permeability });
    outerRadiusM -= thicknessM;
  }
  if (outerRadiusM <= 0) return message('noExact.thick');
  if (layers.length === 0) return { radiusM, body: { core: 'pec' } };
  if (backingOf(materials, part) === 'pec') return { radiusM: outerRadiusM, body: { core: 'pec', layers } };
  // A shell: vacuum inside.
  const vacuum = { real: 1, imaginary: 0 };
  return {
    radiusM,
    body: {
      core: 'dielectric',
      layers: [{ outerRadiusM, permittivity: vacuum, permeability: vacuum }, ...layers],
    },
  };
}

/** An impedance that a person typed over the calculated one: that of the layers is then not what is solved. */
function typedImpedance(materials: Materials, part: number, frequencyHz: number) {
  const row = materials.impedances.find(
    ({ frequency }) => Math.abs(frequency - frequencyHz) <= 1e-9 * frequencyHz,
  );
  const given = row?.params.find(({ impedanceSurface }) => impedanceSurface === part);
  if (!given) return undefined;
  const impedance = { real: given.impedanceReal, imaginary: given.impedanceImaginary };
  const [calculated] = surfaceImpedances(materials, [part], [frequencyHz]);
  const { impedanceReal, impedanceImaginary } = calculated!.params[0]!;
  const difference = Math.hypot(impedance.real - impedanceReal, impedance.imaginary - impedanceImaginary);
  return difference > SAME_IMPEDANCE * Math.hypot(impedanceReal, impedanceImaginary) ? impedance : undefined;
}

/** Each sphere is the outer face of what it holds down to the next one; a conductor ends it. */
function composite(
  materials: Materials | null,
  spheres: readonly PartSphere[],
  frequencyHz: number,
): ExactBody | Message {
  if (!materials) return message('noExact.noMaterials');
  const layers: SphereLayer[] = [];
  let outside: readonly number[] = [OUTER_MEDIA.vacuum];
  for (const { parts, radiusM } of spheres) {
    const inside = alike(parts, (part) => insideOf(materials, part, outside, frequencyHz));
    if (inside !== null && 'message' in inside) return inside;
    if (inside === null)
      return {
        radiusM,
        body: layers.length === 0 ? { core: 'pec' } : { core: 'pec', layers: layers.reverse() },
      };
    layers.push({ outerRadiusM: radiusM, ...inside });
    outside = parts;
  }
  return { radiusM: layers[0]!.outerRadiusM, body: { core: 'dielectric', layers: layers.reverse() } };
}

/** The medium inside a surface, null of a conductor. */
function insideOf(
  { outerMedias, inputMaterials, isConstant }: Materials,
  part: number,
  outside: readonly number[],
  frequencyHz: number,
): Omit<SphereLayer, 'outerRadiusM'> | null | Message {
  const entry = outerMedias.find(({ surfaceApplied }) => surfaceApplied === part);
  if (!entry || !outside.includes(entry.outerMedia)) return message('noExact.sides', { surface: part });
  if (isPec(entry.outerMaterial)) return null;
  const table = tableOf(inputMaterials, entry.outerMaterial);
  if (table.length === 0)
    return message('noExact.material', { surface: part, material: entry.outerMaterial });
  const { permitivity, permeability } = isConstant ? table[0]! : parametersAt(table, frequencyHz);
  return { permittivity: passive(permitivity), permeability: passive(permeability) };
}
