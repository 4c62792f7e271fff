import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** How far the person is: one bar a step. */
export function StepTrail({ current, titles }: { current: number; titles: string[] }) {
  const { t } = useTranslation('wizard');
  return (
    <Box
      component="ol"
      aria-label={t('trail')}
      sx={{ listStyle: 'none', display: 'grid', gridAutoFlow: 'column', gap: 0.75, p: 0, m: 0 }}
    >
      {titles.map((title, i) => (
        <Box
          component="li"
          key={title}
          aria-current={i === current ? 'step' : undefined}
          title={title}
          sx={{
            height: 4,
            borderRadius: 2,
            bgcolor: i <= current ? 'primary.main' : 'divider',
            opacity: i < current ? 0.55 : 1,
          }}
        >
          <span style={visuallyHidden}>{title}</span>
        </Box>
      ))}
    </Box>
  );
}
