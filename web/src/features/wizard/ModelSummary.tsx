import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MeshReport } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../ui/useMessage.ts';
import { ImportDoctor } from './ImportDoctor.tsx';
import type { Wizard } from './useWizard.ts';

/** What the model is, and what the check of the mesh found. */
export function ModelSummary({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const said = useMessage();
  // That the unit is missing is said beside the field for it.
  const asked = wizard.model.type === 'UNV' && wizard.draft.scalefactor === undefined;
  const findings = report.findings.filter(({ code }) => !(asked && code === 'UNITS_UNKNOWN'));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} data-testid="model-summary">
      <ImportDoctor wizard={wizard} report={report} />
      {findings.length > 0 && (
        <Box component="details" open={findings.some(({ severity }) => severity !== 'info')}>
          <Typography
            component="summary"
            variant="body2"
            sx={{ cursor: 'pointer', color: 'primary.main', mb: 1 }}
            data-testid="findings-toggle"
          >
            {t('model.findings', { count: findings.length })}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
            {findings.map((finding, i) => {
              const { text, language } = said(finding);
              return (
                <li key={`${finding.code}-${i}`}>
                  <Alert severity={finding.severity} data-testid={`finding-${finding.code}`} sx={{ py: 0 }}>
                    <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
                      {t(`model.severity.${finding.severity}`)}:{' '}
                    </Typography>
                    <span lang={language}>{text}</span>
                  </Alert>
                </li>
              );
            })}
          </Box>
        </Box>
      )}
    </Box>
  );
}
