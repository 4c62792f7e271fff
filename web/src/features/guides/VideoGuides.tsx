import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

export const VIDEOS = ['first-run', 'own-model', 'results'] as const;
const CAPTIONS = { en: 'English', tr: 'Türkçe' } as const;
const SIZE = { width: 1280, height: 720 } as const;

/** Films of the product at work, in the page's language, with captions in both. */
export function VideoGuides() {
  const { t, i18n } = useTranslation('guides');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {VIDEOS.map((name) => (
        <Box component="figure" key={name} sx={{ m: 0 }}>
          <Box
            component="video"
            key={`${name}-${i18n.language}`}
            controls
            preload="none"
            playsInline
            {...SIZE}
            poster={`/guide/${name}-${i18n.language}.webp`}
            aria-label={t(`videos.${name}.title`)}
            data-testid={`video-${name}`}
            sx={{
              width: '100%',
              height: 'auto',
              aspectRatio: `${SIZE.width} / ${SIZE.height}`,
              display: 'block',
              border: 1,
              borderColor: 'divider',
              bgcolor: '#000',
            }}
          >
            <source src={`/guide/${name}-${i18n.language}.webm`} type="video/webm" />
            {Object.entries(CAPTIONS).map(([language, label]) => (
              <track
                key={language}
                kind="captions"
                srcLang={language}
                label={label}
                src={`/guide/${name}-${i18n.language}.${language}.vtt`}
                default={language === i18n.language}
              />
            ))}
          </Box>
          <figcaption>
            <Typography variant="h4" component="h3" sx={{ mt: 1.5 }}>
              {t(`videos.${name}.title`)}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t(`videos.${name}.text`)}</Typography>
          </figcaption>
        </Box>
      ))}
    </Box>
  );
}
