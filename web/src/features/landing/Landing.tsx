import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { PolarBackdrop } from '../../ui/PolarBackdrop.tsx';

const STEPS: { key: 'model' | 'wave' | 'solve' | 'read'; icon: IconName }[] = [
  { key: 'model', icon: 'cube' },
  { key: 'wave', icon: 'forward' },
  { key: 'solve', icon: 'play' },
  { key: 'read', icon: 'check' },
];

export function Landing() {
  const { t } = useTranslation('landing');
  const { token } = useSession();
  return (
    <Box component="main">
      <PageTitle page={t('pageTitle')} />
      <Box sx={{ position: 'relative', overflow: 'hidden', borderBottom: 1, borderColor: 'divider' }}>
        <PolarBackdrop aside />
        <Box
          sx={{
            position: 'relative',
            maxWidth: 1180,
            mx: 'auto',
            px: { xs: 2.5, sm: 4 },
            py: { xs: 9, md: 16 },
          }}
        >
          <Typography variant="h1">Pace</Typography>
          <Typography
            sx={{
              fontSize: 'clamp(1.25rem, 3vw, 1.75rem)',
              lineHeight: 1.3,
              mt: 2,
              color: 'primary.main',
              fontWeight: 550,
            }}
          >
            {t('subtitle')}
          </Typography>
          <Typography
            variant="subtitle1"
            component="p"
            sx={{ mt: 3, maxWidth: '58ch', color: 'text.secondary' }}
          >
            {t('intro')}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 4 }}>
            {token === null ? (
              <>
                <LinkButton to="/auth/sign-up" variant="contained" size="large" data-testid="landing-sign-up">
                  {t('start')}
                </LinkButton>
                <LinkButton to="/auth/login" variant="outlined" size="large" data-testid="landing-login">
                  {t('login')}
                </LinkButton>
              </>
            ) : (
              <LinkButton to="/" variant="contained" size="large">
                {t('dashboard')}
              </LinkButton>
            )}
          </Box>
        </Box>
      </Box>
      <Box
        component="section"
        aria-labelledby="how"
        sx={{ maxWidth: 1180, mx: 'auto', px: { xs: 2.5, sm: 4 }, py: { xs: 6, md: 10 } }}
      >
        <Typography id="how" variant="h2">
          {t('how')}
        </Typography>
        <Box
          component="ol"
          sx={{
            listStyle: 'none',
            p: 0,
            m: 0,
            mt: 4,
            display: 'grid',
            gap: { xs: 3, md: 4 },
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
          }}
        >
          {STEPS.map(({ key, icon }) => (
            <Box component="li" key={key} sx={{ borderTop: 2, borderColor: 'primary.main', pt: 2 }}>
              <Icon name={icon} sx={{ color: 'primary.main', mb: 1 }} />
              <Typography variant="h4" component="h3" gutterBottom>
                {t(`steps.${key}.title`)}
              </Typography>
              <Typography sx={{ color: 'text.secondary' }}>{t(`steps.${key}.text`)}</Typography>
            </Box>
          ))}
        </Box>
        <Typography sx={{ mt: 6, color: 'text.secondary', maxWidth: '72ch' }}>{t('honest')}</Typography>
      </Box>
    </Box>
  );
}
