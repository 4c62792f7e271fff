import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MeshReport } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { ImportDoctor } from './ImportDoctor.tsx';
import { fileUnits } from './modelFacts.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

/** Size, counts, and what the check of the mesh found. */
export function ModelSummary({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const { four, three, whole } = useNumbers();
  const { draft, model } = wizard;
  const { size, metresPerUnit } = fileUnits(report);
  // The mesh that the server makes of a STEP file is in metres.
  const scale = model.type === 'STEP' ? 1 : (draft.scalefactor ?? metresPerUnit);
  const wavelength = shortestWavelengthM(draft);
  const metres = size && scale !== null ? size.map((extent) => extent * scale) : undefined;
  const times = (lengths: number[], digits: (value: number) => string) => lengths.map(digits).join(' × ');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} data-testid="model-summary">
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 0.25,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'right' },
          fontSize: 14,
        }}
      >
        {metres && (
          <>
            <dt>{t('model.size')}</dt>
            <dd data-testid="model-size">
              {times(metres, four)}
              {'\u00a0'}m
            </dd>
          </>
        )}
        {metres && wavelength !== undefined && (
          <>
            <dt>{t('model.inWavelengths')}</dt>
            <dd>
              {times(
                metres.map((extent) => extent / wavelength),
                three,
              )}
              {'\u00a0'}λ
            </dd>
          </>
        )}
        <dt>{t('model.parts')}</dt>
        <dd>{whole(report.parts.length)}</dd>
        <dt>{t('model.unknowns')}</dt>
        <dd>{whole(report.unknownsRwg)}</dd>
      </Box>
      <ImportDoctor wizard={wizard} report={report} />
      {report.findings.length > 0 && (
        <Box
          component="ul"
          aria-label={t('model.findings')}
          sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1, maxHeight: 360, overflowY: 'auto' }}
          tabIndex={0}
        >
          {report.findings.map((finding, i) => (
            <li key={`${finding.code}-${i}`}>
              <Alert severity={finding.severity} data-testid={`finding-${finding.code}`} sx={{ py: 0 }}>
                <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
                  {t(`model.severity.${finding.severity}`)}:{' '}
                </Typography>
                {finding.sentence}
              </Alert>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
