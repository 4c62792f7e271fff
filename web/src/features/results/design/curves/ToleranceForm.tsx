import type { MapsFile } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byLargestShare } from './shareCurves.ts';
import { TABLE_STYLE } from '../../parts/tableStyle.ts';
import { ToleranceRow } from './ToleranceRow.tsx';
import { hasDerivatives, isTyped, NO_TOLERANCE } from './typedTolerances.ts';
import type { CurvesChoice } from './useCurvesChoice.ts';

/** Rows at first, and with each click more. */
const ROWS = 8;

interface ToleranceFormProps {
  file: MapsFile;
  choice: CurvesChoice;
  names: readonly string[];
}

/** A row for each part, the one with the largest share first. */
export function ToleranceForm({ file, choice, names }: ToleranceFormProps) {
  const { t } = useTranslation('results');
  const { parts } = file;
  const responses = useMemo(() => file.responses ?? [], [file.responses]);
  const order = useMemo(() => byLargestShare(responses), [responses]);
  const [rows, setRows] = useState(ROWS);
  const typedOf = (part: number) => choice.typed[parts[part]!.index] ?? NO_TOLERANCE;
  const shown = order.filter((part, i) => i < rows || isTyped(typedOf(part)));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box tabIndex={0} role="region" aria-label={t('design.tolerances.form')} sx={{ overflowX: 'auto' }}>
        <Box component="table" data-testid="design-tolerances" sx={TABLE_STYLE}>
          <thead>
            <tr>
              <th scope="col">{t('design.columns.name')}</th>
              {(['outward', 'moved', 'turned'] as const).map((kind) => (
                <th key={kind} scope="col">
                  {t(`design.tolerances.kinds.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((part) => (
              <ToleranceRow
                key={parts[part]!.index}
                index={parts[part]!.index}
                name={names[part]!}
                typed={typedOf(part)}
                hasDerivatives={hasDerivatives(responses, part)}
                onType={(change) => choice.type(parts[part]!.index, change)}
              />
            ))}
          </tbody>
        </Box>
      </Box>
      {shown.length < order.length && (
        <Button size="small" onClick={() => setRows(rows + ROWS)} data-testid="design-tolerances-more">
          {t('design.tolerances.more', { count: order.length - shown.length })}
        </Button>
      )}
    </Box>
  );
}
