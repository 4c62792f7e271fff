import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

const PARAGRAPHS = ['what', 'how', 'who'] as const;

/** `/about` of an installation whose operator has no page of their own. */
export function AboutPage() {
  const { t } = useTranslation('shell');
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, maxWidth: 760, width: '100%' }} data-testid="about-page">
      <PageHeader title={t('aboutPage.title')} />
      {PARAGRAPHS.map((key) => (
        <Typography key={key} sx={{ mb: 2, maxWidth: '68ch' }}>
          {t(`aboutPage.${key}`)}
        </Typography>
      ))}
      <LinkButton to="/auth/contact" variant="contained" data-testid="about-contact">
        {t('nav.contact')}
      </LinkButton>
    </Card>
  );
}
