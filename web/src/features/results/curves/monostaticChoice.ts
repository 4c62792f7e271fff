import {
  type MonoStaticRcs,
  distinct,
  MONOSTATIC_AXES,
  sweepPointOf,
  type Component,
  type MonostaticAxis,
  type SweepPoint,
} from '@pace/contract';
import { monostaticKey } from './curveKeys.ts';
import { type ComponentChoice } from '../fields/farField.ts';

/** With frequency on the x axis: the angle that distinguishes the curves of the plot. */
export type AngleAxis = 'theta' | 'phi';
export const ANGLE_AXES = ['theta', 'phi'] as const;

/** Stands for every value of the angle: one curve each. */
export const ALL_VALUES = 'all';
export type HeldValue = number | typeof ALL_VALUES;

export interface MonostaticChoice {
  run: string;
  axis: MonostaticAxis;
  yAxis: AngleAxis;
  component: ComponentChoice;
  held: Partial<Record<MonostaticAxis, HeldValue>>;
}

export interface HeldSelector {
  axis: MonostaticAxis;
  value: HeldValue | undefined;
  values: HeldValue[];
}

/**
 * Selectors of the values that are held, in the order they are shown; each offers what was computed with the ones before
 * it. With frequency on x, the Y axis' angle comes last and may be "all".
 */
export function heldSelectors(records: readonly MonoStaticRcs[], choice: MonostaticChoice): HeldSelector[] {
  const { axis, yAxis } = choice;
  const last = axis === 'frequency' ? yAxis : undefined;
  const order = [...MONOSTATIC_AXES.filter((one) => one !== axis && one !== last), ...(last ? [last] : [])];
  let points = records.map(sweepPointOf);
  return order.map((one) => {
    const numbers = distinct(points.map((point) => point[one]));
    const values: HeldValue[] = one === last && numbers.length > 1 ? [...numbers, ALL_VALUES] : numbers;
    const wanted = choice.held[one];
    const value = wanted !== undefined && values.includes(wanted) ? wanted : values[0];
    if (value !== ALL_VALUES) points = points.filter((point) => point[one] === value);
    return { axis: one, value, values };
  });
}

/** Keys of the curves that the choice means: of each held value one a component. */
export function chosenKeys(
  selectors: readonly HeldSelector[],
  { run, axis }: Pick<MonostaticChoice, 'run' | 'axis'>,
  components: readonly Component[],
): string[] {
  if (selectors.length === 0 || selectors.some(({ value }) => value === undefined)) return [];
  let families: Partial<SweepPoint>[] = [{}];
  for (const selector of selectors) {
    const values = selector.value === ALL_VALUES ? selector.values : [selector.value];
    families = families.flatMap((held) =>
      values
        .filter((value) => typeof value === 'number')
        .map((value) => ({ ...held, [selector.axis]: value })),
    );
  }
  return families.flatMap((held) =>
    components.map((component) => monostaticKey({ run, axis, held, component })),
  );
}
