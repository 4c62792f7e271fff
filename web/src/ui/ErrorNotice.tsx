import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { PageTitle } from './PageTitle.tsx';

/** A page that says what went wrong. Its button loads the site anew, so that it also helps after a fault. */
export function ErrorNotice({ number, title, text }: { number: string; title: string; text: string }) {
  const { t } = useTranslation('shell');
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        textAlign: 'center',
        p: 4,
        minHeight: '50vh',
        alignContent: 'center',
        mx: 'auto',
      }}
    >
      <PageTitle page={title} />
      <Typography variant="overline" sx={{ color: 'primary.main', fontSize: 16 }}>
        {number}
      </Typography>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
      <Button variant="contained" href="/" sx={{ mt: 2 }}>
        {t('returnToWebsite')}
      </Button>
    </Box>
  );
}
