import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePasswordConfirm } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormCard } from '../../ui/FormCard.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';
import { NewPasswordPairSchema } from './passwordPair.ts';
import { useDelayedRedirect } from './useDelayedRedirect.ts';

/** Where the link of the reset mail leads; `cid` is its token. */
export function NewPasswordForm({ cid }: { cid: string | null }) {
  const { t } = useTranslation('account');
  useDelayedRedirect(cid === null || cid === '' ? '/landing' : undefined);
  if (cid === null || cid === '')
    return (
      <FormCard title={t('newPassword.title')}>
        <Alert severity="error">{t('tokenMissing')}</Alert>
      </FormCard>
    );
  return <TokenForm cid={cid} />;
}

function TokenForm({ cid }: { cid: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const confirm = usePasswordConfirm(cid);
  const form = useCheckedForm(NewPasswordPairSchema, { password: '', confirmPassword: '' });
  const field = useFieldProps(form);
  const submit = form.handleSubmit(({ password }) =>
    confirm.mutate(
      { password },
      {
        onSuccess: () => {
          enqueueSnackbar(t('newPassword.done'), { variant: 'success' });
          void navigate('/auth/login');
        },
      },
    ),
  );
  const tokenInvalid = confirm.error instanceof ApiError && confirm.error.code === 'TOKEN_INVALID';
  return (
    <FormCard title={t('newPassword.title')} text={t('newPassword.text')} onSubmit={submit}>
      {tokenInvalid ? (
        <Alert severity="error">{t('newPassword.tokenInvalid')}</Alert>
      ) : (
        confirm.isError && <ErrorAlert error={confirm.error} />
      )}
      <PasswordField
        {...field('password')}
        label={t('fields.password')}
        autoComplete="new-password"
        testId="new-password"
      />
      <PasswordField
        {...field('confirmPassword')}
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        testId="new-password-confirm"
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={confirm.isPending}
        data-testid="new-password-submit"
      >
        {t('newPassword.submit')}
      </Button>
    </FormCard>
  );
}
