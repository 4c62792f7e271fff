import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { illuminations, type MeshReport } from '@pace/contract';
import { Suspense, useCallback, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeshGeometry } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { usePartName } from '../../ui/usePartName.ts';
import {
  MeshViewer,
  parseGeometry,
  POLARIZATIONS_DRAWN,
  WaveScene,
  type IncidenceArrow,
  type MeshGeometry,
} from '../../viewer/index.ts';
import { angleComplaints, hasComplaints } from './complaints.ts';
import { solverInputOf, type WizardDraft } from './draft.ts';
import { FilePreview } from './FilePreview.tsx';
import { EDGE_BAD_WAVELENGTHS, edgeLimitWavelengths, edgeMap } from './edgeLengths.ts';
import { findingPlaces, isSmoothlyCurved, metresPerUnitOf } from './modelFacts.ts';
import { useRegionColors } from './materials/useModelRegions.ts';
import { DOCKED_HEIGHT, viewHeight } from './layout.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

/** More arrows than this hide the model and each other. */
const MOST_ARROWS = 400;
const COMPACT = { toolbar: false, minHeightPx: 0 };
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

interface MeshedProps {
  wizard: Wizard;
  geometry: MeshGeometry;
  arrows: readonly IncidenceArrow[];
  compact: boolean;
}

function MeshedModel({ wizard, geometry, arrows, compact }: MeshedProps) {
  const { t } = useTranslation('wizard');
  const { three, whole } = useNumbers();
  const { draft, model, selection, select } = wizard;
  const [mapped, setMapped] = useState(false);
  const report = model.report ?? model.failedReport;
  // What makes a mesh worthless is marked without being asked.
  const [markedByPerson, setMarked] = useState<boolean | null>(null);
  const marked = markedByPerson ?? model.failedReport !== null;
  const scale = metresPerUnitOf(model, draft);
  const wavelength = shortestWavelengthM(draft);
  const lacking = scale === undefined ? 'unit' : wavelength === undefined ? 'frequency' : undefined;
  const lackingId = useId();
  const limit = edgeLimitWavelengths(report !== null && isSmoothlyCurved(report), wizard.project.programType);
  const edges = useMemo(
    () =>
      mapped && scale !== undefined && wavelength !== undefined
        ? edgeMap(geometry, scale, wavelength, limit)
        : undefined,
    [mapped, geometry, scale, wavelength, limit],
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
  const partName = usePartName(report);
  const parts = useMemo(
    () => (report?.parts ?? []).map((part) => ({ ...part, name: partName(part) })),
    [report, partName],
  );
  const flaws = useMemo(() => (report ? findingPlaces(report) : []), [report]);
  const marks = useMemo(
    () => [
      ...(edges?.worst ?? []),
      ...(marked && report ? flaws.map((place) => inFileUnits(place, report)) : []),
    ],
    [edges, marked, flaws, report],
  );
  const numberOf = useMemo(
    () => new Map(report?.parts.map(({ index, number }) => [index, number])),
    [report],
  );
  const toggle = useCallback(
    (part: number) => {
      const surface = numberOf.get(part);
      if (surface === undefined) return;
      select(
        selection.includes(surface) ? selection.filter((one) => one !== surface) : [...selection, surface],
      );
    },
    [numberOf, select, selection],
  );
  const add = useCallback(
    (parts: readonly number[]) => {
      const surfaces = parts.map((part) => numberOf.get(part)).filter((surface) => surface !== undefined);
      select([...selection, ...surfaces.filter((surface) => !selection.includes(surface))]);
    },
    [numberOf, select, selection],
  );
  const selected = useMemo(
    () => (report?.parts ?? []).filter(({ number }) => selection.includes(number)).map(({ index }) => index),
    [report, selection],
  );
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={compact ? { height: DOCKED_HEIGHT } : { flex: 1, minHeight: 0 }}>
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer
            geometry={geometry}
            scaleMetres={scale ?? 1}
            arrows={arrows}
            parts={parts}
            selected={selected}
            onSelectPart={toggle}
            onPick={({ part }) => toggle(part)}
            onBox={add}
            marks={marks}
            fileName={`${wizard.project.name}-mesh`}
            options={{ withoutScale: scale === undefined, ...(compact && COMPACT) }}
            {...(scale !== undefined && { wavelengthM: wavelength })}
            colorOfPart={colorOfPart}
            {...(colors && { colors })}
          />
        </Suspense>
      </Box>
      <Box sx={{ display: compact ? 'none' : 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          size="small"
          variant={mapped ? 'contained' : 'outlined'}
          aria-pressed={mapped}
          disabled={lacking !== undefined}
          aria-describedby={lacking === undefined ? undefined : lackingId}
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
        <Typography variant="caption" role="status" data-testid="parts-chosen">
          {selected.length > 0 && t('choosing.count', { count: selected.length })}
        </Typography>
        {selected.length > 0 && (
          <Button size="small" color="inherit" onClick={() => select([])} data-testid="parts-chosen-none">
            {t('choosing.clear')}
          </Button>
        )}
        {lacking !== undefined && (
          <Typography
            id={lackingId}
            variant="caption"
            sx={{ color: 'text.secondary' }}
            data-testid="edge-map-lacking"
          >
            {t(`edges.lacking.${lacking}`)}
          </Typography>
        )}
        {edges && (
          <Typography variant="caption" role="status" data-testid="edge-map-text">
            {t('edges.text', {
              longest: three(edges.longest),
              percent: whole(Math.round(100 * edges.shareAbove)),
              limit: whole(1 / limit),
            })}
          </Typography>
        )}
      </Box>
      {!compact && edges && edges.longest > EDGE_BAD_WAVELENGTHS && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {t('edges.tooLong')}
        </Alert>
      )}
    </Box>
  );
}

/** A place in metres, as the report has it for its own unit, in units of the file. */
function inFileUnits(place: [number, number, number], report: MeshReport) {
  // A file that says nothing was read as if in metres.
  return place.map((value) => value / (report.metresPerUnit || 1)) as [number, number, number];
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
