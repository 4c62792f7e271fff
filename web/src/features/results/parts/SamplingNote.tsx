import Alert from '@mui/material/Alert';
import type { Project } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { samplingText } from '../data/samplingText.ts';

/** Above the views of an adaptive sweep: which of its frequencies were solved. */
export function SamplingNote({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const text = samplingText(project, t, i18n.language);
  if (text === undefined) return null;
  return (
    <Alert severity="info" icon={false} sx={{ mb: 2, py: 0 }} data-testid="sampling-note">
      {text}
    </Alert>
  );
}
