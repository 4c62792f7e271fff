import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/LinkButton.tsx';
import { loadAllTexts } from '../i18n/index.ts';

const TermsDialog = lazy(async () => {
  const [{ TermsDialog: Dialog }] = await Promise.all([import('../../ui/TermsDialog.tsx'), loadAllTexts()]);
  return { default: Dialog };
});

export function Footer() {
  const { t } = useTranslation('shell');
  const [terms, setTerms] = useState(false);
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2.5,
        px: { xs: 2, sm: 4 },
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: 13,
        '& a, & button': { color: 'text.secondary', fontSize: 13 },
      }}
    >
      <TextLink to="/landing" target="_blank" rel="noopener">
        {t('about')}
      </TextLink>
      <TextLink to="/auth/contact">{t('nav.contact')}</TextLink>
      <Link component="button" type="button" onClick={() => setTerms(true)}>
        {t('terms')}
      </Link>
      {terms && (
        <Suspense>
          <TermsDialog open onClose={() => setTerms(false)} />
        </Suspense>
      )}
    </Box>
  );
}
