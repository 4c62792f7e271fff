import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { illuminations } from '@pace/contract';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeshGeometry } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { MeshViewer, parseGeometry, type IncidenceArrow } from '../../viewer/index.ts';
import { angleComplaints, hasComplaints } from './complaints.ts';
import { solverInputOf, type WizardDraft } from './draft.ts';
import { fileUnits } from './modelFacts.ts';
import type { Wizard } from './useWizard.ts';

/** More arrows than this hide the model and each other. */
const MOST_ARROWS = 400;

/** The 3D picture of the model, with the incident waves when they are asked for. */
export function ModelView({
  wizard: { project, model, draft },
  arrowsShown,
}: {
  wizard: Wizard;
  arrowsShown: boolean;
}) {
  const { t } = useTranslation('wizard');
  const geometry = useMeshGeometry(project.id, model.version, parseGeometry);
  const arrows = useMemo(() => (arrowsShown ? incidenceArrows(draft) : []), [arrowsShown, draft]);
  const scale = model.report
    ? model.type === 'STEP'
      ? 1
      : (draft.scalefactor ?? fileUnits(model.report).metresPerUnit ?? 1)
    : 1;
  return (
    <Box
      sx={{
        height: model.version === null ? 250 : { xs: 400, md: 560 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
        p: geometry.data ? 1 : 0,
      }}
    >
      {geometry.isError && <ErrorAlert error={geometry.error} sx={{ m: 2 }} />}
      {geometry.isLoading && <LoadingScreen />}
      {!geometry.isLoading && !geometry.data && !geometry.isError && (
        <Box
          sx={{
            height: '100%',
            display: 'grid',
            placeContent: 'center',
            justifyItems: 'center',
            gap: 1,
            color: 'text.secondary',
            p: 3,
            textAlign: 'center',
          }}
        >
          <Icon name="cube" sx={{ fontSize: 44, opacity: 0.7 }} />
          <Typography variant="body2">
            {t(model.phase === 'none' || model.phase === 'partial' ? 'view.noModel' : 'view.noMesh')}
          </Typography>
        </Box>
      )}
      {geometry.data && (
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer geometry={geometry.data} scaleMetres={scale} arrows={arrows} />
        </Suspense>
      )}
    </Box>
  );
}

function incidenceArrows(draft: WizardDraft): IncidenceArrow[] {
  if (hasComplaints(angleComplaints(draft))) return [];
  const { anglesweep, excitation } = solverInputOf(draft, 0);
  const all = illuminations(anglesweep, excitation);
  const every = Math.ceil(all.length / MOST_ARROWS);
  return all
    .filter((_, i) => i % every === 0)
    .map((direction) => ({ ...direction, polarization: draft.polarization }));
}
