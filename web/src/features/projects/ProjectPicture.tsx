import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MODEL_PICTURE, type PictureCurve, type ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useProjectPicture } from '../../api/projects.ts';
import { useSeen } from '../../ui/useSeen.ts';

const HEIGHT_PX = MODEL_PICTURE.height / 2;

/** The model and its RCS on a card, once there is a mesh; asked for when the card comes into view. */
export function ProjectPicture({ project }: { project: ProjectRow }) {
  return project.stateLive.mesherState.status === 'Finished' ? <Picture project={project} /> : null;
}

function Picture({ project }: { project: ProjectRow }) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  const { data } = useProjectPicture(project, { enabled: seen });
  return (
    <Box
      ref={ref}
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: HEIGHT_PX }}
      data-testid={`project-picture-${project.id}`}
    >
      {data?.modelPng && (
        <img
          src={`data:image/png;base64,${data.modelPng}`}
          alt=""
          width={MODEL_PICTURE.width / 2}
          height={HEIGHT_PX}
        />
      )}
      {data?.curve && <Sparkline curve={data.curve} />}
    </Box>
  );
}

function Sparkline({ curve: { axis, dbsm } }: { curve: PictureCurve }) {
  const { t, i18n } = useTranslation('projects');
  const [low, high] = [Math.min(...dbsm), Math.max(...dbsm)];
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const range = t('picture.range', { low: number.format(low), high: number.format(high) });
  const height = (value: number) => (high > low ? (high - value) / (high - low) : 0.5);
  const points = dbsm.map((value, i) => `${i / (dbsm.length - 1)},${height(value)}`);
  return (
    <Box component="figure" sx={{ m: 0, flex: 1, minWidth: 0 }} data-testid="project-curve" data-axis={axis}>
      <Box
        component="svg"
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden
        sx={{ display: 'block', width: '100%', height: 36, overflow: 'visible', color: 'primary.main' }}
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ display: 'block', mt: 0.75, color: 'text.secondary', lineHeight: 1.3 }}
      >
        {t(`picture.${axis}`)}
        <br />
        {range}
      </Typography>
    </Box>
  );
}
