import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

interface Chapter {
  title: string;
  picture?: string;
  paragraphs: string[];
}

const SIZE = { width: 1360, height: 850 } as const;

/** The words and pictures of the PDF, as a page; `figures` are the numbers of computed runs that stand in its texts. */
export function WrittenGuide({ figures }: { figures: Record<string, string> }) {
  const { t, i18n } = useTranslation('guides');
  const chapters = t('chapters', { returnObjects: true, ...figures }) as Chapter[];
  return (
    <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 5 }}>
      {chapters.map(({ title, picture, paragraphs }, i) => (
        <Box
          component="li"
          key={title}
          sx={{
            display: 'grid',
            gap: { xs: 2, lg: 4 },
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          }}
        >
          <Box sx={{ maxWidth: '68ch' }}>
            <Typography
              variant="overline"
              component="p"
              aria-hidden
              sx={{ color: 'primary.main', fontSize: 14 }}
            >
              {String(i + 1).padStart(2, '0')}
            </Typography>
            <Typography variant="h4" component="h3" gutterBottom>
              {title}
            </Typography>
            {paragraphs.map((text) => (
              <Typography key={text} sx={{ color: 'text.secondary', mb: 1 }}>
                {text}
              </Typography>
            ))}
          </Box>
          {picture !== undefined && (
            <Box
              component="img"
              src={`/guide/${picture}-${i18n.language}.webp`}
              alt=""
              {...SIZE}
              loading="lazy"
              sx={{
                width: '100%',
                height: 'auto',
                display: 'block',
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
              }}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}
