import { HZ_PER_GHZ, type MonostaticAxis, type RcsSamples, type Ranges } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

export const MOST_SECTORS = 6;
/** The whole sweep */
export const WHOLE = 0;

export interface Sector {
  id: number;
  name: string;
  ranges: Ranges;
}
export interface SampledSector extends Sector {
  samples: RcsSamples;
}

/** From and to of each swept axis as they were typed: degrees, GHz. */
export interface TypedSector {
  id: number;
  texts: Partial<Record<MonostaticAxis, readonly [string, string]>>;
}

export interface SectorChoice {
  typed: readonly TypedSector[];
  /** The whole, then those whose numbers are complete */
  sectors: readonly Sector[];
  add: () => void;
  change: (id: number, axis: MonostaticAxis, texts: readonly [string, string]) => void;
  remove: (id: number) => void;
}

const unitOf = (axis: MonostaticAxis) => (axis === 'frequency' ? HZ_PER_GHZ : 1);
export const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
/** From above to: only of φ, which goes on at 0°. */
export const isTurnedRound = (axis: MonostaticAxis, [from, to]: readonly [string, string]): boolean =>
  axis !== 'phi' && Number(from) > Number(to);

function rangesOf({ texts }: TypedSector): Ranges | undefined {
  const ranges: Ranges = {};
  for (const [axis, pair] of Object.entries(texts) as [MonostaticAxis, readonly [string, string]][]) {
    if (!pair.every(isNumber) || isTurnedRound(axis, pair)) return undefined;
    ranges[axis] = [Number(pair[0]) * unitOf(axis), Number(pair[1]) * unitOf(axis)];
  }
  return ranges;
}

export function useSectors(swept: ReadonlyMap<MonostaticAxis, readonly [number, number]>): SectorChoice {
  const { t } = useTranslation('results');
  const [typed, setTyped] = useState<readonly TypedSector[]>([]);
  const sectors = useMemo(
    () => [
      { id: WHOLE, name: t('statistics.whole'), ranges: {} },
      ...typed.flatMap((one) => {
        const ranges = rangesOf(one);
        return ranges ? [{ id: one.id, name: t('statistics.sector', { number: one.id }), ranges }] : [];
      }),
    ],
    [typed, t],
  );
  return {
    typed,
    sectors,
    add: () =>
      setTyped((old) => {
        const id = Math.max(WHOLE, ...old.map((one) => one.id)) + 1;
        const texts = Object.fromEntries(
          [...swept].map(([axis, ends]) => [axis, ends.map((end) => String(end / unitOf(axis)))]),
        );
        return [...old, { id, texts }];
      }),
    change: (id, axis, texts) =>
      setTyped((old) =>
        old.map((one) => (one.id === id ? { ...one, texts: { ...one.texts, [axis]: texts } } : one)),
      ),
    remove: (id) => setTyped((old) => old.filter((one) => one.id !== id)),
  };
}
