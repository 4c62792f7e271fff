import {
  correctedRecord,
  hasGradient,
  isInside,
  objectiveGradient,
  pairsFor,
  polarizationOf,
  sweepPointOf,
  type MapsFile,
  type MonoStaticRcs,
  type Objective,
  type ParameterValue,
} from '@pace/contract';
import { Problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { StudyRow, UserRow } from '../../storage/schema.ts';
import { readDesignMaps } from '../readDesignMaps.ts';
import { library, variantSettings } from './studyBase.ts';

/** Questions about maps of one variant: of wide bands each would take longer than a run without gradients saves. */
const MOST_QUESTIONS = 24;
const TIMEOUT_MS = 60_000;

/**
 * Derivatives of the optimised objective of a variant that has finished, by design maps of its run.
 * @returns [dB per SI unit], one a parameter, null where maps do not have it; null altogether where there are no maps
 */
export async function variantGradient(
  services: Services,
  owner: Pick<UserRow, 'id'>,
  { base, definition }: Pick<StudyRow, 'base' | 'definition'>,
  variant: { projectId: string; values: readonly ParameterValue[]; records: readonly MonoStaticRcs[] },
): Promise<(number | null)[] | null> {
  const { sampling, objectives, parameters } = definition;
  const { settings: baseSettings, facts } = base;
  const settings = variantSettings(base, definition, variant.values);
  if (sampling.kind !== 'optimise') return null;
  if (!parameters.some(({ target }) => hasGradient(settings.programType, target))) return null;
  const objective = objectives[sampling.objective]!;
  const { anglesweep, excitation } = settings.solverInput;
  const polarization = polarizationOf(anglesweep, excitation);
  const maps = await mapsFor(services, owner, variant, { objective, polarization });
  if (!maps) return null;
  const gradient = objectiveGradient({
    ...{ base: baseSettings, facts, parameters, values: variant.values, library, objective, polarization },
    records: variant.records.map(correctedRecord),
    maps,
  });
  return gradient ?? null;
}

/** Of the sector of the objective; undefined where the run has none, or where too many would have to be asked for. */
async function mapsFor(
  services: Services,
  owner: Pick<UserRow, 'id'>,
  { projectId, records }: { projectId: string; records: readonly MonoStaticRcs[] },
  { objective, polarization }: { objective: Objective; polarization: number },
): Promise<MapsFile[] | undefined> {
  const pairs = pairsFor(objective.component, polarization);
  const points = records.map(sweepPointOf).filter((point) => isInside(point, objective.sector));
  const frequencies = [...new Set(points.map(({ frequency }) => frequency))];
  if (!pairs || points.length === 0 || frequencies.length * pairs.length > MOST_QUESTIONS) return undefined;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const maps: MapsFile[] = [];
  try {
    for (const frequency of frequencies) {
      const here = points.filter((point) => point.frequency === frequency);
      const ends = (axis: 'theta' | 'phi') => {
        const tenths = here.map((point) => 10 * point[axis]);
        return [Math.min(...tenths), Math.max(...tenths)] as const;
      };
      const [[theta, thetaTo], [phi, phiTo]] = [ends('theta'), ends('phi')];
      for (const pair of pairs) {
        const question = { projectId, frequency, theta, thetaTo, phi, phiTo, ...pair };
        const { file } = await readDesignMaps(services, owner, question, { signal, timeoutMs: TIMEOUT_MS });
        maps.push(file);
      }
    }
  } catch (error) {
    // Without them the optimisation goes on by values alone.
    if (error instanceof Problem) return undefined;
    throw error;
  }
  return maps;
}
