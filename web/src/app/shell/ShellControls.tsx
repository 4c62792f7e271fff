import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { useThemeMode } from '../../ui/themeMode.ts';
import { changeLanguage, LANGUAGES, type Language } from '../i18n/index.ts';

/** @param testId  where the switch stands twice on a page */
export function ThemeSwitch({ testId = 'theme-switch' }: { testId?: string }) {
  const { t } = useTranslation('shell');
  const { mode, toggle } = useThemeMode();
  const label = t(mode === 'dark' ? 'toLight' : 'toDark');
  return (
    <IconButton onClick={toggle} aria-label={label} title={label} data-testid={testId}>
      <Icon name={mode === 'dark' ? 'sun' : 'moon'} fontSize="small" />
    </IconButton>
  );
}

const NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };

export function LanguageSwitch({ testId = 'language' }: { testId?: string }) {
  const { t, i18n } = useTranslation('shell');
  return (
    <Box
      role="group"
      aria-label={t('language')}
      sx={{
        display: 'flex',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        flex: 'none',
      }}
    >
      {LANGUAGES.map((language) => {
        const current = i18n.language === language;
        return (
          <ButtonBase
            key={language}
            lang={language}
            aria-label={NAMES[language]}
            aria-pressed={current}
            onClick={() => void changeLanguage(language)}
            data-testid={`${testId}-${language}`}
            sx={{
              minHeight: 32,
              px: 1.25,
              fontSize: 13,
              fontWeight: 600,
              color: current ? 'text.primary' : 'text.secondary',
              bgcolor: current ? 'action.selected' : 'transparent',
              '&:hover': { bgcolor: 'action.hover' },
              '&.Mui-focusVisible': { outlineOffset: -2 },
            }}
          >
            {language.toUpperCase()}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
