import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRefinement, useRefineMesh } from '../../../api/projects.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { useProjectName } from '../../../ui/useProjectName.ts';
import { plainNumber } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';

/** Predicts what a mesh refined by the error map would have; then makes it, as a project of its own. */
export function RefineMesh({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const [wanted, setWanted] = useState(false);
  const navigate = useNavigate();
  const nameOf = useProjectName();
  const prediction = useRefinement(project.id, wanted);
  const refine = useRefineMesh();
  const { data } = prediction;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }} data-testid="refine-mesh">
      {!data && (
        <Button
          variant="outlined"
          size="small"
          loading={prediction.isFetching}
          onClick={() => (wanted ? void prediction.refetch() : setWanted(true))}
          data-testid="refine-predict"
        >
          {t('certificate.refine.action')}
        </Button>
      )}
      {prediction.isFetching && <LoadingLine label={t('certificate.refine.predicting')} />}
      {prediction.error && <ErrorAlert error={prediction.error} />}
      {data && (
        <>
          <Typography variant="body2" role="status" data-testid="refine-predicted">
            {t('certificate.refine.predicted', {
              unknowns: Number(data.unknowns.toPrecision(3)).toLocaleString(i18n.language),
              now: data.unknownsNow.toLocaleString(i18n.language),
              percent: t('certificate.percent', {
                value: plainNumber(100 * data.errorFactor, i18n.language, 2),
              }),
            })}
          </Typography>
          <Button
            variant="contained"
            size="small"
            loading={refine.isPending}
            onClick={() =>
              refine.mutate(
                {
                  projectId: project.id,
                  name: t('certificate.refine.name', { name: nameOf(project) }),
                },
                {
                  onSuccess: ({ id }) => void navigate(`/projects/detail?id=${encodeURIComponent(id)}`),
                },
              )
            }
            data-testid="refine-start"
          >
            {t('certificate.refine.start')}
          </Button>
          {refine.error && <ErrorAlert error={refine.error} />}
        </>
      )}
    </Box>
  );
}
