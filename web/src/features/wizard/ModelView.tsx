import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { illuminations } from '@pace/contract';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeshGeometry } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { MeshViewer, parseGeometry, type IncidenceArrow, type MeshGeometry } from '../../viewer/index.ts';
import { angleComplaints, hasComplaints } from './complaints.ts';
import { solverInputOf, type WizardDraft } from './draft.ts';
import { FilePreview } from './FilePreview.tsx';
import { EDGE_BAD_WAVELENGTHS, EDGE_LIMIT_WAVELENGTHS, edgeMap } from './edgeLengths.ts';
import { findingPlaces, metresPerUnitOf } from './modelFacts.ts';
import { useRegionColors } from './materials/useModelRegions.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

/** More arrows than this hide the model and each other. */
const MOST_ARROWS = 400;

interface Props {
  wizard: Wizard;
  arrowsShown: boolean;
}

/** The 3D picture of the model, with the incident waves when they are asked for. */
export function ModelView({ wizard, arrowsShown }: Props) {
  const { t } = useTranslation('wizard');
  const { project, model, preview } = wizard;
  const geometry = useMeshGeometry(project.id, model.version, parseGeometry);
  const empty = !geometry.isLoading && !geometry.data && !geometry.isError;
  return (
    <Box
      sx={{
        height: model.version === null && !preview ? 250 : { xs: 600, md: 620 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
        p: geometry.data || preview ? 1 : 0,
      }}
    >
      {geometry.isError && <ErrorAlert error={geometry.error} sx={{ m: 2 }} />}
      {geometry.isLoading && <LoadingScreen />}
      {empty && preview && <FilePreview preview={preview} wizard={wizard} />}
      {empty && !preview && (
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
      {geometry.data && <MeshedModel wizard={wizard} geometry={geometry.data} arrowsShown={arrowsShown} />}
    </Box>
  );
}

function MeshedModel({ wizard, geometry, arrowsShown }: Props & { geometry: MeshGeometry }) {
  const { t } = useTranslation('wizard');
  const { three, whole } = useNumbers();
  const { draft, model, selection, select } = wizard;
  const [mapped, setMapped] = useState(false);
  const [marked, setMarked] = useState(false);
  const scale = metresPerUnitOf(model, draft) ?? 1;
  const wavelength = shortestWavelengthM(draft);
  const arrows = useMemo(() => (arrowsShown ? incidenceArrows(draft) : []), [arrowsShown, draft]);
  const edges = useMemo(
    () => (mapped && wavelength !== undefined ? edgeMap(geometry, scale, wavelength) : undefined),
    [mapped, geometry, scale, wavelength],
  );
  const colors = useMemo(
    () =>
      edges && {
        values: edges.values,
        label: t('edges.label'),
        unit: 'λ',
        range: [0, EDGE_BAD_WAVELENGTHS] as [number, number],
      },
    [edges, t],
  );
  const colorOfPart = useRegionColors(wizard);
  const flaws = useMemo(() => (model.report ? findingPlaces(model.report) : []), [model.report]);
  const marks = useMemo(
    () => [...(edges?.worst ?? []), ...(marked ? flaws.map((place) => inFileUnits(place, model.report!, scale)) : [])],
    [edges, marked, flaws, model.report, scale],
  );
  const numberOf = useMemo(
    () => new Map(model.report?.parts.map(({ index, number }) => [index, number])),
    [model.report],
  );
  const toggle = useCallback(
    (part: number) => {
      const surface = numberOf.get(part);
      if (surface === undefined) return;
      select(selection.includes(surface) ? selection.filter((one) => one !== surface) : [...selection, surface]);
    },
    [numberOf, select, selection],
  );
  const selected = useMemo(
    () => (model.report?.parts ?? []).filter(({ number }) => selection.includes(number)).map(({ index }) => index),
    [model.report, selection],
  );
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer
            geometry={geometry}
            scaleMetres={scale}
            arrows={arrows}
            parts={model.report?.parts ?? []}
            selected={selected}
            onSelectPart={toggle}
            onPick={({ part }) => toggle(part)}
            marks={marks}
            wavelengthM={wavelength}
            colorOfPart={colorOfPart}
            {...(colors && { colors })}
          />
        </Suspense>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          size="small"
          variant={mapped ? 'contained' : 'outlined'}
          aria-pressed={mapped}
          disabled={wavelength === undefined}
          onClick={() => setMapped(!mapped)}
          data-testid="edge-map"
        >
          {t('edges.show')}
        </Button>
        {flaws.length > 0 && (
          <Button
            size="small"
            variant={marked ? 'contained' : 'outlined'}
            aria-pressed={marked}
            onClick={() => setMarked(!marked)}
            data-testid="flaw-marks"
          >
            {t('edges.flaws')}
          </Button>
        )}
        {edges && (
          <Typography variant="caption" role="status" data-testid="edge-map-text">
            {t('edges.text', {
              longest: three(edges.longest),
              percent: whole(Math.round(100 * edges.shareAbove)),
              limit: whole(1 / EDGE_LIMIT_WAVELENGTHS),
            })}
          </Typography>
        )}
      </Box>
      {edges && edges.longest > EDGE_BAD_WAVELENGTHS && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {t('edges.tooLong')}
        </Alert>
      )}
    </Box>
  );
}

/** A place in metres, as the report has it for its own unit, in units of the file. */
function inFileUnits(place: [number, number, number], report: { metresPerUnit?: number | null | undefined }, scale: number) {
  const reported = report.metresPerUnit ?? scale;
  return place.map((value) => value / (reported || 1)) as [number, number, number];
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
