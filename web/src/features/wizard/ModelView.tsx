import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { illuminations } from '@pace/contract';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeshGeometry } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { parseGeometry, POLARIZATIONS_DRAWN, WaveScene, type IncidenceArrow } from '../../viewer/index.ts';
import { angleComplaints, hasComplaints } from './complaints.ts';
import { solverInputOf, type WizardDraft } from './draft.ts';
import { FilePreview } from './FilePreview.tsx';
import { DOCKED_HEIGHT, viewHeight } from './layout.ts';
import { MeshedModel } from './mesh/MeshedModel.tsx';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** More arrows than this hide the model and each other. */
const MOST_ARROWS = 400;
const NO_WAVES: Waves = { arrows: [], every: 1, directions: 0 };

interface Props {
  wizard: Wizard;
  arrowsShown: boolean;
  /** Small and without its tools */
  compact?: boolean;
}

/** The 3D picture of the model, with the incident waves when they are asked for. */
export function ModelView({ wizard, arrowsShown, compact = false }: Props) {
  const { t } = useTranslation('wizard');
  const { project, model, preview } = wizard;
  const geometry = useMeshGeometry(project.id, model.drawnVersion, parseGeometry);
  const empty = !geometry.isLoading && !geometry.data && !geometry.isError;
  const { draft } = wizard;
  const waves = useMemo(() => (arrowsShown ? incidentWaves(draft) : NO_WAVES), [arrowsShown, draft]);
  const { arrows } = waves;
  const picture = (
    <Box
      sx={{
        height: compact
          ? 'auto'
          : viewHeight({
              hasModel: model.drawnVersion !== null || Boolean(preview),
              hasArrows: arrows.length > 0,
            }),
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
        p: !compact && (geometry.data || preview || arrows.length > 0) ? 1 : 0,
      }}
    >
      {geometry.isError && <ErrorAlert error={geometry.error} sx={{ m: 2 }} />}
      {geometry.isLoading && <LoadingScreen />}
      {empty && preview && (
        <FilePreview preview={preview} wizard={wizard} arrows={arrows} compact={compact} />
      )}
      {empty && !preview && arrows.length > 0 && (
        <Box sx={{ height: compact ? DOCKED_HEIGHT : '100%' }}>
          <Suspense fallback={<LoadingScreen />}>
            <WaveScene arrows={arrows} />
          </Suspense>
        </Box>
      )}
      {empty && !preview && arrows.length === 0 && (
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
          <Typography variant="body2">{t(EMPTY_TEXTS[model.phase] ?? 'view.noMesh')}</Typography>
        </Box>
      )}
      {geometry.data && (
        <MeshedModel wizard={wizard} geometry={geometry.data} arrows={arrows} compact={compact} />
      )}
    </Box>
  );
  return (
    <>
      {picture}
      {!compact && <WavesNote waves={waves} />}
    </>
  );
}

const EMPTY_TEXTS: Partial<Record<Wizard['model']['phase'], string>> = {
  none: 'view.noModel',
  partial: 'view.noModel',
  failed: 'view.failed',
};

/** Says what is left out where all of a large sweep would hide the model. */
function WavesNote({ waves: { directions, every } }: { waves: Waves }) {
  const { t } = useTranslation('wizard');
  const { whole } = useNumbers();
  if (directions <= POLARIZATIONS_DRAWN) return null;
  return (
    <Typography
      variant="caption"
      component="p"
      role="status"
      sx={{ mt: 0.5, color: 'text.secondary' }}
      data-testid="waves-note"
    >
      {every > 1 && t('waves.thinned', { count: every, directions: whole(directions) })}{' '}
      {t('waves.polarization', { most: whole(POLARIZATIONS_DRAWN) })}
    </Typography>
  );
}

interface Waves {
  arrows: IncidenceArrow[];
  /** Every so manieth of the directions is drawn */
  every: number;
  directions: number;
}

function incidentWaves(draft: WizardDraft): Waves {
  if (hasComplaints(angleComplaints(draft))) return NO_WAVES;
  const { anglesweep, excitation } = solverInputOf(draft, 0);
  const all = illuminations(anglesweep, excitation);
  const every = Math.ceil(all.length / MOST_ARROWS);
  const arrows = all
    .filter((_, i) => i % every === 0)
    .map((direction) => ({ ...direction, polarization: draft.polarization }));
  return { arrows, every, directions: all.length };
}
