import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Badge } from './Badge.tsx';
import { Section } from './Section.tsx';

const PLANS = ['today', 'planned'] as const;

/** What may be used now, and what is meant to be paid for later; nothing planned is shown as if it were there. */
export function Plans() {
  const { t } = useTranslation('landing');
  return (
    <Section id="plans" title={t('plans.title')}>
      <Box
        sx={{
          mt: 4,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {PLANS.map((plan) => (
          <Card key={plan} component="article" sx={{ p: 3 }} data-testid={`plan-${plan}`}>
            <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
              <Typography variant="h4" component="h3">
                {t(`plans.${plan}.title`)}
              </Typography>
              <Badge color={plan === 'today' ? 'success' : 'text'} label={t(`plans.${plan}.state`)} />
            </Box>
            <Typography sx={{ color: 'text.secondary' }}>{t(`plans.${plan}.text`)}</Typography>
          </Card>
        ))}
      </Box>
    </Section>
  );
}
