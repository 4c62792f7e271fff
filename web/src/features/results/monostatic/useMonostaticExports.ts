import {
  isBothPolarizations,
  type ExportFormat,
  type MonoStaticFile,
  type Project,
  type ProjectRow,
} from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonostaticCurveId } from '../curves/curveKeys.ts';
import { saveExport } from '../curves/exportFiles.ts';
import type { ExportItem } from '../../../ui/ExportMenu.tsx';
import { polarizationOfRun } from '../data/resultSummary.ts';
import { frequencyLabel } from '../labels/quantities.ts';

/** A menu of more would be none. */
const MOST_STK_ITEMS = 8;

/**
 * Files of the monostatic results of a run; none as long as there are no results.
 * @param curves  that are drawn, of any run
 */
export function useMonostaticExports(
  run: Project | ProjectRow | undefined,
  results: MonoStaticFile | undefined,
  curves: readonly MonostaticCurveId[],
): ExportItem[] {
  const { t, i18n } = useTranslation('results');
  return useMemo((): ExportItem[] => {
    if (!run || !results || results.monoStaticRcs.length === 0) return [];
    const { converged } = results;
    const saving =
      (format: ExportFormat, kind = 'monostatic', wave: { frequency?: number } = {}) =>
      () =>
        saveExport({ project: run, format, kind, converged, wave });
    // STK has a file a frequency: those of the curves, or the first where all of them are drawn over it.
    const drawnAt = curves.flatMap((curve) =>
      curve.run === run.id && typeof curve.held.frequency === 'number' ? [curve.held.frequency] : [],
    );
    const all = results.monoStaticRcs.map(({ frequency }) => frequency);
    const frequencies = isBothPolarizations(polarizationOfRun(run))
      ? [...new Set(drawnAt.length > 0 ? drawnAt : all)].slice(0, MOST_STK_ITEMS)
      : [];
    return [
      { id: 'table', text: t('export.table'), save: saving('txt') },
      { id: 'mat', text: t('export.mat'), save: saving('mat') },
      { id: 'h5', text: t('export.h5'), save: saving('h5') },
      {
        id: 'radarExplorer',
        text: t('export.radarExplorer'),
        save: saving('radarexplorer', 'radar-explorer'),
      },
      ...frequencies.map((frequency, i) => ({
        id: `rcs-${i}`,
        text: t('export.stk', { frequency: frequencyLabel(frequency, i18n.language) }),
        save: saving('rcs', 'monostatic', { frequency }),
      })),
    ];
  }, [run, results, curves, t, i18n.language]);
}
