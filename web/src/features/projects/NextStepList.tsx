import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/LinkButton.tsx';
import { nextSteps } from './nextSteps.ts';

const NEEDS_CARE: ReadonlySet<string> = new Set(['failed', 'unconverged']);

/** What waits for the user, each a link. */
export function NextStepList({ projects }: { projects: ProjectRow[] }) {
  const { t } = useTranslation('projects');
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }} data-testid="next-steps">
      {nextSteps(projects).map(({ kind, icon, to, project }) => (
        <Box
          component="li"
          key={kind}
          sx={{
            display: 'flex',
            gap: 1.5,
            py: 1.25,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-child': { border: 0 },
          }}
        >
          <Icon
            name={icon}
            fontSize="small"
            sx={{ mt: 0.25, color: NEEDS_CARE.has(kind) ? 'error.main' : 'primary.main' }}
          />
          <Box sx={{ minWidth: 0 }}>
            <TextLink to={to} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }} data-testid={`next-${kind}`}>
              {t(`home.next.${kind}.title`, { name: project })}
            </TextLink>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`home.next.${kind}.text`)}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
