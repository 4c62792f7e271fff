import { useMemo, useState } from 'react';
import type { Wizard } from '../useWizard.ts';
import { impedancesOf, layersUnderEdits } from './materialSettings.ts';

export const ROWS_A_PAGE = 10;

/** The impedances at the frequencies of one page, and what the layers give under those that were typed. */
export function useImpedancePage({
  draft,
  surfaces,
  frequencies,
}: Pick<Wizard, 'draft' | 'surfaces' | 'frequencies'>) {
  const { materials, impedanceEdits: edits } = draft;
  const [page, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(frequencies.length / ROWS_A_PAGE) - 1);
  const shownPage = Math.min(page, last);
  const rows = useMemo(
    () =>
      impedancesOf(
        materials,
        surfaces,
        frequencies.slice(shownPage * ROWS_A_PAGE, (shownPage + 1) * ROWS_A_PAGE),
        edits,
      ),
    [materials, surfaces, frequencies, shownPage, edits],
  );
  const calculated = useMemo(
    () =>
      layersUnderEdits(
        materials,
        surfaces,
        edits,
        rows.map(({ frequency }) => frequency),
      ),
    [materials, surfaces, edits, rows],
  );
  return { page: shownPage, setPage, rows, calculated };
}
