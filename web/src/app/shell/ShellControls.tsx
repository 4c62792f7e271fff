import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { useThemeMode } from '../../ui/themeMode.ts';
import { changeLanguage, LANGUAGES, type Language } from '../i18n/index.ts';

export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { mode, toggle } = useThemeMode();
  const label = t(mode === 'dark' ? 'toLight' : 'toDark');
  return (
    <IconButton onClick={toggle} aria-label={label} title={label} data-testid="theme-switch">
      <Icon name={mode === 'dark' ? 'sun' : 'moon'} fontSize="small" />
    </IconButton>
  );
}

const NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };

export function LanguageSwitch() {
  const { t, i18n } = useTranslation('shell');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={i18n.language}
      aria-label={t('language')}
      onChange={(_, language: Language | null) => language && void changeLanguage(language)}
    >
      {LANGUAGES.map((language) => (
        <ToggleButton
          key={language}
          value={language}
          lang={language}
          aria-label={NAMES[language]}
          data-testid={`language-${language}`}
          sx={{ minHeight: 32, px: 1.25, py: 0 }}
        >
          {language.toUpperCase()}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
