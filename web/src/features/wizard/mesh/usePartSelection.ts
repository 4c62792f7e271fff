import { useCallback, useMemo } from 'react';
import type { Wizard } from '../useWizard.ts';

/** The selected surfaces as parts of the picture, which knows a part by its index. */
export function usePartSelection({
  model,
  selection,
  select,
}: Pick<Wizard, 'model' | 'selection' | 'select'>) {
  const report = model.report ?? model.failedReport;
  const numberOf = useMemo(
    () => new Map(report?.parts.map(({ index, number }) => [index, number])),
    [report],
  );
  const toggle = useCallback(
    (part: number) => {
      const surface = numberOf.get(part);
      if (surface === undefined) return;
      select(
        selection.includes(surface) ? selection.filter((one) => one !== surface) : [...selection, surface],
      );
    },
    [numberOf, select, selection],
  );
  const add = useCallback(
    (parts: readonly number[]) => {
      const surfaces = parts.map((part) => numberOf.get(part)).filter((surface) => surface !== undefined);
      select([...selection, ...surfaces.filter((surface) => !selection.includes(surface))]);
    },
    [numberOf, select, selection],
  );
  const selected = useMemo(
    () => (report?.parts ?? []).filter(({ number }) => selection.includes(number)).map(({ index }) => index),
    [report, selection],
  );
  return { selected, toggle, add };
}
