import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CoatingFinding } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useCoatingFindings } from '../../../api/coatings.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { useMessage } from '../../../ui/useMessage.ts';
import { frequencyComplaints, hasComplaints } from '../complaints.ts';
import { solverInputOf } from '../draft.ts';
import type { Wizard } from '../useWizard.ts';

/** Not limits of the impedance model, so that Composite would not help. */
const NOT_OF_THE_MODEL = ['COATING_NO_LAYERS', 'COATING_INTERPOLATED', 'COATING_TYPED', 'COATING_DEFAULT'];

/** Where the surface impedance of the chosen layers cannot stand for them, as the solver checks it on this mesh. */
export function CoatingLimits({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { project, model, draft } = wizard;
  const { freqsweep, frequency, frequencylist } = solverInputOf(draft, model.parts);
  const coated = draft.materials.thicknesses.length > 0 && !hasComplaints(frequencyComplaints(draft));
  const { data, error, isBehind } = useCoatingFindings(
    project.id,
    model.version,
    { ...draft.materials, freqsweep, frequency, ...(frequencylist && { frequencylist }) },
    coated && model.report !== null,
  );
  if (!coated) return null;
  const findings = data?.findings ?? [];
  return (
    <Box
      component="section"
      aria-labelledby="coating-limits"
      aria-busy={isBehind}
      sx={{ display: 'grid', gap: 1 }}
      data-testid="coating-limits"
    >
      <Typography id="coating-limits" variant="body1" component="h3" sx={{ fontWeight: 600 }}>
        {t('limits.title')}
      </Typography>
      {error && <ErrorAlert error={error} />}
      <Box role="status" sx={{ display: 'grid', gap: 1, opacity: isBehind ? 0.6 : 1 }}>
        {data && findings.length === 0 && <Alert severity="success">{t('limits.none')}</Alert>}
        {findings.map((finding) => (
          <Finding key={`${finding.code}/${finding.surface}`} finding={finding} />
        ))}
      </Box>
      {findings.some(({ code }) => !NOT_OF_THE_MODEL.includes(code)) && (
        <Box sx={{ display: 'grid', gap: 1 }} data-testid="coating-offer">
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('limits.composite')}
          </Typography>
          <LinkButton to="/projects" size="small" variant="outlined" sx={{ justifySelf: 'start' }}>
            {t('limits.toProjects')}
          </LinkButton>
        </Box>
      )}
    </Box>
  );
}

function Finding({ finding }: { finding: CoatingFinding }) {
  const { code } = finding;
  const said = useMessage()(finding);
  return (
    <Alert severity="warning" data-testid={`coating-finding-${code}`} sx={{ overflowWrap: 'anywhere' }}>
      <span lang={said.language}>{said.text}</span>
    </Alert>
  );
}
