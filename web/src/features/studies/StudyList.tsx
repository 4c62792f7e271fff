import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { StudyRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

const COLOURS = { Open: 'info', Finished: 'success', Cancelled: 'default' } as const;

/** Studies, each with how far it is. */
export function StudyList({ studies }: { studies: readonly StudyRow[] }) {
  const { t, i18n } = useTranslation('studies');
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 2,
        p: 0,
        m: 0,
        listStyle: 'none',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
      }}
      data-testid="study-list"
    >
      {studies.map(({ id, name, status, baseName, createdDate, runs, counts }) => {
        const ended = counts.finished + counts.failed + counts.cancelled;
        return (
          <Card component="li" key={id} sx={{ minWidth: 0 }}>
            <CardActionArea
              component={Link}
              to={`/studies/detail?id=${encodeURIComponent(id)}`}
              sx={{
                p: 2,
                display: 'grid',
                gap: 1,
                gridTemplateColumns: 'minmax(0, 1fr)',
                height: '100%',
                alignContent: 'start',
              }}
              data-testid={`study-card-${id}`}
            >
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
                <Typography variant="h4" component="h2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                  {name}
                </Typography>
                <Chip
                  size="small"
                  variant="outlined"
                  color={COLOURS[status]}
                  label={t(`studyStatus.${status}`)}
                />
              </Box>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {t('page.base')} {baseName} · {new Date(createdDate).toLocaleDateString(i18n.language)}
              </Typography>
              <LinearProgress
                variant="determinate"
                value={(100 * ended) / Math.max(1, runs)}
                aria-label={t('progress.label')}
              />
              <Typography variant="body2">
                {t(`progress.${status}`, { ended, runs })}
                {counts.failed > 0 && ` ${t('progress.failed', { count: counts.failed })}`}
              </Typography>
            </CardActionArea>
          </Card>
        );
      })}
    </Box>
  );
}
