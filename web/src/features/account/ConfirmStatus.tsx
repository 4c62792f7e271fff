import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { CONFIRM_SUCCESS_DETAIL } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useConfirmAccount } from '../../api/account.ts';
import { FormCard } from '../../ui/FormCard.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useDelayedRedirect } from './useDelayedRedirect.ts';

type State = 'missing' | 'mail' | 'waiting' | 'success' | 'error';

/** How the confirmation of an account stands. `enc` is the value of the link, or `mail` just after signing up. */
export function ConfirmStatus({ enc }: { enc: string | null }) {
  const { t } = useTranslation('account');
  const isToken = enc !== null && enc !== '' && enc !== 'mail';
  const query = useConfirmAccount(enc ?? '', isToken);
  const state: State =
    enc === 'mail'
      ? 'mail'
      : !isToken
        ? 'missing'
        : query.isPending
          ? 'waiting'
          : query.data?.detail === CONFIRM_SUCCESS_DETAIL
            ? 'success'
            : 'error';
  useDelayedRedirect(state === 'success' ? '/auth/login' : state === 'missing' ? '/landing' : undefined);
  return (
    <FormCard title={t('confirm.title')}>
      <div role="status" aria-live="polite" data-testid={`confirm-${state}`}>
        {state === 'waiting' && <CircularProgress size={28} aria-label={t('confirm.waiting')} />}
        {state === 'mail' && <Alert severity="info">{t('confirm.checkMail')}</Alert>}
        {state === 'missing' && <Alert severity="error">{t('tokenMissing')}</Alert>}
        {state === 'success' && <Alert severity="success">{t('confirm.success')}</Alert>}
        {state === 'error' && <Alert severity="error">{t('confirm.error')}</Alert>}
      </div>
      <LinkButton to="/auth/login" variant="outlined" data-testid="confirm-to-login">
        {t('login.submit')}
      </LinkButton>
    </FormCard>
  );
}
