import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../ui/PageHeader.tsx';

export function GuidesPage() {
  const { t } = useTranslation('shell');
  const steps = t('guides.steps', { returnObjects: true }) as { title: string; text: string }[];
  return (
    <>
      <PageHeader title={t('guides.title')} text={t('guides.text')} />
      <Box component="ol" sx={{ p: 0, m: 0, listStyle: 'none', display: 'grid', gap: 2.5, maxWidth: '72ch' }}>
        {steps.map(({ title, text }, i) => (
          <Box component="li" key={title} sx={{ display: 'grid', gridTemplateColumns: '36px 1fr', gap: 1 }}>
            <Typography variant="overline" aria-hidden sx={{ color: 'primary.main', fontSize: 14 }}>
              {String(i + 1).padStart(2, '0')}
            </Typography>
            <div>
              <Typography variant="h4" component="h2">
                {title}
              </Typography>
              <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
            </div>
          </Box>
        ))}
      </Box>
    </>
  );
}
