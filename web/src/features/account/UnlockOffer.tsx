import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useAskUnlock } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

/** After too many wrong passwords: a mail with a link that lets this browser log in with the password as it is. */
export function UnlockOffer({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const ask = useAskUnlock();
  if (ask.isSuccess)
    return (
      <Alert severity="info" data-testid="unlock-sent">
        {t('unlock.sent')}
      </Alert>
    );
  return (
    <>
      {ask.isError && <ErrorAlert error={ask.error} data-testid="unlock-error" />}
      <Alert
        severity="info"
        action={
          <Button
            type="button"
            color="inherit"
            size="small"
            loading={ask.isPending}
            onClick={() => ask.mutate({ email })}
            data-testid="unlock-ask"
          >
            {t('unlock.ask')}
          </Button>
        }
      >
        {t('unlock.offer')}
      </Alert>
    </>
  );
}
