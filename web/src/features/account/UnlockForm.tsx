import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useUnlock } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormCard } from '../../ui/FormCard.tsx';
import { TextLink } from '../../ui/LinkButton.tsx';
import { useDelayedRedirect } from './useDelayedRedirect.ts';

/**
 * Where the link of the unlock mail leads; `unlockKey` is its token. A button uses it up, not the page: programs that look
 * into mails open every link.
 */
export function UnlockForm({ unlockKey }: { unlockKey: string | null }) {
  const { t } = useTranslation('account');
  const isMissing = unlockKey === null || unlockKey === '';
  useDelayedRedirect(isMissing ? '/landing' : undefined);
  if (isMissing)
    return (
      <FormCard title={t('unlock.title')}>
        <Alert severity="error">{t('tokenMissing')}</Alert>
      </FormCard>
    );
  return <KeyForm unlockKey={unlockKey} />;
}

function KeyForm({ unlockKey }: { unlockKey: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const unlock = useUnlock();
  const isSpent = unlock.error instanceof ApiError && unlock.error.code === 'TOKEN_INVALID';
  return (
    <FormCard
      title={t('unlock.title')}
      text={t('unlock.text')}
      onSubmit={(event) => {
        event.preventDefault();
        unlock.mutate(
          { key: unlockKey },
          {
            onSuccess: () => {
              enqueueSnackbar(t('unlock.done'), { variant: 'success' });
              void navigate('/auth/login');
            },
          },
        );
      }}
      footer={<TextLink to="/auth/login">{t('backToLogin')}</TextLink>}
    >
      {isSpent ? (
        <Alert severity="error" data-testid="unlock-invalid">
          {t('unlock.tokenInvalid')}
        </Alert>
      ) : (
        unlock.isError && <ErrorAlert error={unlock.error} />
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={unlock.isPending}
        data-testid="unlock-submit"
      >
        {t('unlock.submit')}
      </Button>
    </FormCard>
  );
}
