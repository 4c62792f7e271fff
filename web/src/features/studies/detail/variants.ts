import type { Study, StudyDefinition, Variant } from '@pace/contract';

/** Orders and figures of the variants of a study; pure. */

export const goalOf = ({ sampling }: StudyDefinition): 'minimum' | 'maximum' =>
  sampling.kind === 'optimise' ? sampling.goal : 'minimum';

/** Of an objective [dBsm]; −∞ where there is no field at all, undefined as long as there is none, and where the run has not converged. */
export function valueOf({ objectives, converged }: Variant, objective: number): number | undefined {
  if (converged === false) return undefined;
  const found = objectives[objective];
  return found ? (found.value ?? -Infinity) : undefined;
}

/** The variant with the lowest (or highest) value; undefined without any. */
export function bestVariant({ variants, definition }: Study, objective: number): Variant | undefined {
  const sign = goalOf(definition) === 'minimum' ? 1 : -1;
  let best: { variant: Variant; value: number } | undefined;
  for (const variant of variants) {
    const value = valueOf(variant, objective);
    if (value !== undefined && (!best || sign * value < sign * best.value)) best = { variant, value };
  }
  return best?.variant;
}

export interface Order {
  /** number: as they were planned */
  by: 'number' | `parameter ${number}` | `objective ${number}` | 'status';
  descending: boolean;
}

/** What has no value yet stands last, whichever way. */
export function sorted(variants: readonly Variant[], { by, descending }: Order): Variant[] {
  const [kind, place = '0'] = by.split(' ');
  const key = (variant: Variant): number | string | undefined => {
    if (kind === 'number') return variant.number;
    if (kind === 'status') return variant.status;
    return kind === 'parameter' ? variant.values[Number(place)] : valueOf(variant, Number(place));
  };
  const compare = (a: number | string, b: number | string) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return [...variants].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return (descending ? -1 : 1) * (compare(first, second) || a.number - b.number);
  });
}
