import Box from '@mui/material/Box';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { readByLink } from '../api/shareLink.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';

/** What a read-only link opens, `?id=#token`: within it all reading calls are made with the token. */
export function SharedFrame({ children }: { children: (link: { id: string; token: string }) => ReactNode }) {
  const { t } = useTranslation('sharing');
  const [search] = useSearchParams();
  const token = useLocation().hash.slice(1);
  const id = search.get('id') ?? '';
  const [ready, setReady] = useState(false);
  useEffect(() => {
    readByLink(token === '' ? null : token);
    setReady(true);
    return () => readByLink(null);
  }, [token]);
  if (id === '' || token === '')
    return (
      <EmptyState
        wholePage
        icon="info"
        title={t('incomplete')}
        text={t('incompleteText')}
        action={
          <LinkButton to="/landing" variant="contained">
            {t('home')}
          </LinkButton>
        }
      />
    );
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: 1320,
        alignSelf: 'start',
        minWidth: 0,
        bgcolor: 'background.default',
        borderRadius: 2,
        p: { xs: 1, sm: 2 },
      }}
    >
      {ready ? <Fragment key={`${id}/${token}`}>{children({ id, token })}</Fragment> : <LoadingScreen />}
    </Box>
  );
}
