import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { LIMITS, type Study, type Variant } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { usePromoteVariant } from '../../../api/studies.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useStudyTexts } from '../useStudyTexts.ts';
import { goalOf } from './variants.ts';

interface Props {
  study: Study;
  best: Variant;
  objective: number;
  mayPromote: boolean;
}

/** The variant with the lowest or highest objective so far, and how it becomes a project. */
export function BestVariant({ study, best, objective, mayPromote }: Props) {
  const { t } = useTranslation('studies');
  const { enqueueSnackbar } = useSnackbar();
  const { variantName, objectiveName, dbsm, barText } = useStudyTexts();
  const promote = usePromoteVariant(study.id);
  const value = best.objectives[objective];
  const name = `${study.name}: ${variantName(study, best.values)}`.slice(0, LIMITS.projectNameLength);
  return (
    <Card component="section" sx={{ p: 2, display: 'grid', gap: 1 }} data-testid="study-best">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Typography variant="overline" component="h2" sx={{ color: 'text.secondary', lineHeight: 1.4 }}>
            {t(`best.${goalOf(study.definition)}`, { number: best.number })}
          </Typography>
          <Typography sx={{ fontWeight: 600 }}>{variantName(study, best.values)}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              `${objectiveName(study.definition.objectives[objective]!)}: ${dbsm(value?.value)} dBsm`,
              ...(value ? [barText(value)] : []),
            ].join(' ')}
          </Typography>
        </Box>
        {mayPromote && (
          <Button
            variant="outlined"
            startIcon={<Icon name="copy" />}
            loading={promote.isPending}
            loadingPosition="start"
            disabled={best.projectId === null}
            onClick={() =>
              promote.mutate(
                { variant: best.number, name },
                { onSuccess: (project) => enqueueSnackbar(t('best.promoted', { name: project.name })) },
              )
            }
            data-testid="study-promote"
          >
            {t('best.promote')}
          </Button>
        )}
      </Box>
      {promote.isError && <ErrorAlert error={promote.error} />}
    </Card>
  );
}
