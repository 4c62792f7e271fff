import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/LinkButton.tsx';
import { loadAllTexts } from '../i18n/index.ts';

const TermsDialog = lazy(async () => {
  const [{ TermsDialog: Dialog }] = await Promise.all([import('../../ui/TermsDialog.tsx'), loadAllTexts()]);
  return { default: Dialog };
});

/** Where the server sends a visitor who asks about the company: an address of its own, by its settings. */
const ABOUT = '/about';

/** @param children  controls at its end */
export function Footer({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const [terms, setTerms] = useState(false);
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2.5,
        rowGap: 1,
        px: { xs: 2, sm: 4 },
        py: children === undefined ? 2 : { xs: 1, md: 2 },
        borderTop: 1,
        borderColor: 'divider',
        fontSize: 13,
        '& .MuiLink-root': { color: 'text.secondary', fontSize: 13 },
      }}
    >
      <Link href={ABOUT} target="_blank" rel="noopener" data-testid="footer-about">
        {t('about')}
      </Link>
      <TextLink to="/auth/contact">{t('nav.contact')}</TextLink>
      <Link component="button" type="button" onClick={() => setTerms(true)}>
        {t('terms')}
      </Link>
      {children !== undefined && (
        // On wide screens the sidebar, always in sight, has the same.
        <Box sx={{ display: { xs: 'flex', md: 'none' }, alignItems: 'center', gap: 0.5, ml: 'auto' }}>
          {children}
        </Box>
      )}
      {terms && (
        <Suspense>
          <TermsDialog open onClose={() => setTerms(false)} />
        </Suspense>
      )}
    </Box>
  );
}
