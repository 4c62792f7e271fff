import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { curvedEdgesPerWavelength, PROGRAM_TYPES, type MeshReport } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMergeSeams } from '../../api/solver.ts';
import { MeshDownload } from './MeshDownload.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useMessage } from '../../ui/useMessage.ts';
import {
  fileUnits,
  isSmoothlyCurved,
  KNOWN_UNITS,
  likelyUnit,
  meshHealth,
  metresPerUnitOf,
  unitOf,
} from './modelFacts.ts';
import { showFilePanel } from './showFilePanel.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

type Verdict = 'good' | 'note' | 'bad';
const ICONS: Record<Verdict, IconName> = { good: 'check', note: 'info', bad: 'warning' };
const COLORS: Record<Verdict, string> = { good: 'success.main', note: 'info.main', bad: 'warning.main' };

/** Mean edges [wavelengths] above which results are not to be trusted, and below which time is wasted. */
const COARSE_MEAN = 0.13;
const CURVED_MEAN_OVER_USUAL = 1.1;
const FINE_MEAN = 0.04;
/** Scaled Jacobians below this are of lopsided triangles (`pace check`: CURVED_DISTORTED). */
const DISTORTED_JACOBIAN = 0.2;

interface Row {
  key: string;
  verdict: Verdict;
  value: string;
  /** Of the value, where it is not that of the page */
  language?: string;
  /** What it means for the run */
  meaning: string;
}

/** What is said in the words of the check, where it found any: a row of the doctor, the finding's code, how bad it is. */
const TROUBLES: readonly (readonly [key: string, code: string, verdict: Verdict])[] = [
  ['farVertex', 'VERTEX_FAR_AWAY', 'bad'],
  ['duplicates', 'MESH_DUPLICATE_TRIANGLES', 'bad'],
  ['area', 'ZERO_AREA_TRIANGLES', 'bad'],
  ['faces', 'COINCIDENT_FACES', 'bad'],
  ['seam', 'UNMERGED_SEAM', 'bad'],
  ['mergedSeams', 'SEAMS_MERGED', 'good'],
  ['crossing', 'SURFACES_CROSS', 'bad'],
  ['touching', 'SURFACES_TOUCH', 'bad'],
  ['unconnected', 'COINCIDENT_VERTICES', 'bad'],
  ['folded', 'FOLDED_TRIANGLES', 'bad'],
  ['volume', 'VOLUME_NOT_POSITIVE', 'bad'],
  ['middleFar', 'CURVED_MIDDLE_FAR', 'bad'],
  ['sidesDiffer', 'CURVED_SIDES_DIFFER', 'bad'],
  ['foldedCurved', 'CURVED_JACOBIAN', 'bad'],
  ['distorted', 'CURVED_DISTORTED', 'note'],
  ['rounded', 'SMOOTH_PARTS_ROUNDED', 'good'],
  ['straightened', 'ROUNDING_STRAIGHTENED', 'note'],
  ['straightened', 'CURVED_ELEMENTS_STRAIGHTENED', 'note'],
  ['flatAfterAll', 'CURVED_ELEMENTS_FAILED', 'note'],
  ['debris', 'STRAY_TRIANGLES', 'bad'],
  ['cutOff', 'FILE_NOT_CLOSED', 'bad'],
  ['internal', 'INTERNAL_TRIANGLES', 'note'],
  ['longEdges', 'LONG_EDGES', 'note'],
  ['mendedEdges', 'LONG_EDGES_MENDED', 'good'],
];

/** What the file is, point by point, what that means for the run, and one button that puts right what can be. */
export function ImportDoctor({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const rows = useRows(wizard, report);
  return (
    <Box
      component="section"
      aria-labelledby="doctor-title"
      sx={{ display: 'grid', gap: 1 }}
      data-testid="import-doctor"
    >
      <Typography id="doctor-title" variant="body1" component="h3" sx={{ fontWeight: 600 }}>
        {t('doctor.title')}
      </Typography>
      <Mend wizard={wizard} report={report} />
      <MendedFile wizard={wizard} report={report} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {rows.map(({ key, verdict, value, language, meaning }) => (
          <Box
            component="li"
            key={key}
            data-testid={`doctor-${key}`}
            data-verdict={verdict}
            sx={{ display: 'grid', gridTemplateColumns: '22px minmax(0, 1fr)', gap: 1, alignItems: 'start' }}
          >
            <Icon
              name={ICONS[verdict]}
              titleAccess={t(`doctor.verdict.${verdict}`)}
              sx={{ fontSize: 18, mt: 0.25, color: COLORS[verdict] }}
            />
            <Typography variant="body2" component="div">
              <strong>{t(`doctor.${key}.title`)}:</strong>{' '}
              <span lang={language} data-testid={key === 'size' ? 'model-size' : undefined}>
                {value}
              </span>
              {meaning !== '' && (
                <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                  {meaning}
                </Typography>
              )}
              {key === 'seam' && <MergeSeams wizard={wizard} />}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function useRows({ draft, model, project }: Wizard, report: MeshReport): Row[] {
  const { t } = useTranslation('wizard');
  const { four, three, whole } = useNumbers();
  const health = meshHealth(report);
  const file = fileUnits(report);
  const scale = metresPerUnitOf(model, draft);
  const wavelength = shortestWavelengthM(draft);
  const metres = file.size && scale !== undefined ? file.size.map((extent) => extent * scale) : undefined;
  const times = (values: number[], text: (value: number) => string) => values.map(text).join(' × ');
  const say = useMessage();
  const found = (code: string) => report.findings.find((finding) => finding.code === code);
  const said = (code: string) => {
    const finding = found(code);
    return finding && say(finding);
  };
  const rows: Row[] = [];
  const add = (key: string, verdict: Verdict, value: string, meaning = '') =>
    rows.push({ key, verdict, value, meaning });

  const unitName = (metresPerUnit: number) => {
    const unit = unitOf(metresPerUnit);
    return unit ? t(`units.names.${unit}`) : t('units.metres', { value: metresPerUnit });
  };
  if (model.type === 'STEP') add('units', 'good', t('doctor.units.step'));
  else if (draft.scalefactor !== undefined)
    add('units', 'good', t('doctor.units.confirmed', { unit: unitName(draft.scalefactor) }));
  // As long as it is not confirmed, the question for it stands right above.
  if (metres) {
    const waves =
      wavelength === undefined
        ? ''
        : t('doctor.size.wavelengths', {
            size: times(
              metres.map((extent) => extent / wavelength),
              three,
            ),
          });
    const unusual = found('UNITS_SUSPICIOUS') !== undefined;
    add(
      'size',
      unusual ? 'bad' : 'good',
      `${times(metres, four)}\u00a0m`,
      unusual ? `${waves} ${t('doctor.size.unusual')}`.trim() : waves,
    );
  }
  add('parts', 'good', whole(report.parts.length), partsMeaning());
  add('unknowns', 'good', whole(report.unknownsRwg));
  const smooth = isSmoothlyCurved(report);
  /** Of lengths that the report has in metres of its own unit */
  const inWavelengths =
    wavelength === undefined || scale === undefined
      ? undefined
      : scale / ((model.type === 'STEP' ? 1 : report.metresPerUnit) ?? 1) / wavelength;
  if (health.meanEdge !== undefined && health.longestEdge !== undefined && inWavelengths !== undefined) {
    const [mean, longest] = [health.meanEdge * inWavelengths, health.longestEdge * inWavelengths];
    const coarse =
      mean > (smooth ? CURVED_MEAN_OVER_USUAL / curvedEdgesPerWavelength(project.programType) : COARSE_MEAN);
    const verdict = coarse ? 'bad' : mean < FINE_MEAN ? 'note' : 'good';
    const coated = project.programType === PROGRAM_TYPES.coating;
    const coarseCurved = coated ? 'doctor.density.coarseCoated' : 'doctor.density.coarseCurved';
    const coarseText = smooth ? coarseCurved : 'doctor.density.coarse';
    add(
      'density',
      verdict,
      t('doctor.density.value', { mean: three(mean), longest: three(longest) }),
      verdict === 'good' ? '' : t(coarse ? coarseText : 'doctor.density.fine'),
    );
  }
  if (report.curved) {
    const { triangles, sagitta_m: sagittaM, sagittaOfEdge, scaledJacobian } = report.curved;
    add(
      'curved',
      scaledJacobian < DISTORTED_JACOBIAN ? 'note' : 'good',
      t('doctor.curved.value', { count: triangles, bent: whole(triangles), total: whole(report.triangles) }),
      [
        inWavelengths === undefined
          ? t('doctor.curved.sagitta', { percent: three(100 * sagittaOfEdge) })
          : t('doctor.curved.sagittaWavelengths', {
              sagitta: three(sagittaM * inWavelengths),
              percent: three(100 * sagittaOfEdge),
            }),
        t('doctor.curved.jacobian', { jacobian: three(scaledJacobian) }),
      ].join(' '),
    );
  }
  if (health.openEdges !== undefined) {
    const open = report.parts.filter((part) => part.open);
    const gap = found('SMALL_GAP') !== undefined;
    if (health.openEdges === 0) add('holes', 'good', t('doctor.holes.none'));
    else
      add(
        'holes',
        gap || project.programType === PROGRAM_TYPES.composite ? 'bad' : 'note',
        t('doctor.holes.some', { count: health.openEdges, parts: open.map(({ index }) => index).join(', ') }),
        t(
          gap
            ? 'doctor.holes.gap'
            : project.programType === PROGRAM_TYPES.pec
              ? 'doctor.holes.pec'
              : project.programType === PROGRAM_TYPES.coating
                ? 'doctor.holes.coating'
                : 'doctor.holes.composite',
        ),
      );
  }
  if (health.junctions !== undefined)
    add(
      'manifold',
      health.junctions === 0 ? 'good' : 'note',
      health.junctions === 0
        ? t('doctor.manifold.none')
        : t('doctor.manifold.some', { count: health.junctions }),
      health.junctions === 0 ? '' : t('doctor.manifold.meaning'),
    );
  const oneSided = said('ONE_SIDED_SURFACE');
  if (oneSided) add('normals', 'bad', t('doctor.normals.oneSided'), oneSided.text);
  else if (health.turned !== undefined)
    add(
      'normals',
      health.turned === 0 ? 'good' : 'note',
      health.turned === 0
        ? t('doctor.normals.none')
        : t('doctor.normals.some', { count: health.turned, total: whole(report.triangles) }),
      health.turned === 0 ? '' : t('doctor.normals.meaning'),
    );
  if (health.slivers !== undefined)
    add(
      'slivers',
      health.slivers === 0 ? 'good' : 'bad',
      health.slivers === 0
        ? t('doctor.slivers.none')
        : t('doctor.slivers.some', { count: health.slivers, worst: three(health.worstQuality ?? 0) }),
      health.slivers === 0 ? '' : t('doctor.slivers.meaning'),
    );
  for (const [key, code, verdict] of TROUBLES) {
    const sentence = said(code);
    if (sentence) rows.push({ key, verdict, value: sentence.text, language: sentence.language, meaning: '' });
  }
  return rows;

  function partsMeaning(): string {
    const { bodies, closedBodies } = health;
    return bodies === undefined
      ? ''
      : t('doctor.parts.bodies', { bodies: whole(bodies), closed: whole(closedBodies ?? 0) });
  }
}

/** Beside what the check says of torn seams: reads the model again with their nodes merged. */
function MergeSeams({ wizard: { project, model } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { mutateAsync, isPending, isError, error } = useMergeSeams();
  if (model.phase !== 'failed' || model.type !== 'UNV') return null;
  // The button goes as soon as the model is read; the focus must not go with it.
  const merge = () => mutateAsync(project.id).then(showFilePanel, () => undefined);
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 1, justifyItems: 'start' }}>
      {isError && <ErrorAlert error={error} data-testid="merge-seams-error" />}
      <Button
        variant="contained"
        size="small"
        loading={isPending}
        onClick={() => void merge()}
        aria-describedby="merge-seams-text"
        data-testid="merge-seams"
      >
        {t('doctor.seam.merge')}
      </Button>
      <Typography id="merge-seams-text" variant="caption" sx={{ color: 'text.secondary' }}>
        {t('doctor.seam.mergeText')}
      </Typography>
    </Box>
  );
}

/** For other programs: the file as it should have been, once its unit is known. */
function MendedFile({ wizard: { project, model, draft }, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const { turned = 0 } = meshHealth(report);
  const foreign = draft.scalefactor !== undefined && draft.scalefactor !== fileUnits(report).metresPerUnit;
  const merged = report.findings.some(({ code }) => code === 'SEAMS_MERGED');
  if (
    model.phase !== 'ready' ||
    model.type === 'STEP' ||
    metresPerUnitOf(model, draft) === undefined ||
    (turned === 0 && !foreign && !merged)
  )
    return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <MeshDownload project={project} mended />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('doctor.mendedText')}
      </Typography>
    </Box>
  );
}

/** Real files lie: the unit that the file claims is replaced by what it most likely is, and turned triangles are accepted as turned. */
function Mend({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const { whole, length } = useNumbers();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { draft, model, change, save } = wizard;
  const unit = likelyUnit(report);
  if (
    model.phase !== 'ready' ||
    model.type === 'STEP' ||
    unit === undefined ||
    draft.scalefactor !== undefined
  )
    return null;
  const scale = KNOWN_UNITS[unit];
  const { turned = 0 } = meshHealth(report);
  const { size } = fileUnits(report);
  const mend = async () => {
    setBusy(true);
    setError(null);
    change({ scalefactor: scale });
    await save({ scalefactor: scale }).catch(setError);
    setBusy(false);
  };
  return (
    <Alert severity="warning" data-testid="doctor-mend" icon={false}>
      {t('doctor.mend.text', {
        unit: t(`units.names.${unit}`),
        size: size ? length(Math.max(...size) * scale) : '–',
      })}{' '}
      {turned > 0 && t('doctor.mend.normals', { count: turned, shown: whole(turned) })}
      {error !== null && <ErrorAlert error={error} sx={{ mt: 1 }} />}
      <Box sx={{ mt: 1 }}>
        <Button
          variant="contained"
          size="small"
          loading={busy}
          onClick={() => void mend()}
          data-testid="doctor-mend-button"
        >
          {t('doctor.mend.button', { unit: t(`units.names.${unit}`) })}
        </Button>
      </Box>
    </Alert>
  );
}
