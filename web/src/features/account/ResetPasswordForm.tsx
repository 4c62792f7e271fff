import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { ResetPasswordSchema } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useResetPassword } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormCard } from '../../ui/FormCard.tsx';
import { TextLink } from '../../ui/LinkButton.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

export function ResetPasswordForm() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const reset = useResetPassword();
  const form = useCheckedForm(ResetPasswordSchema, { email: '' });
  const field = useFieldProps(form);
  const submit = form.handleSubmit((body) =>
    reset.mutate(body, {
      onSuccess: () => {
        enqueueSnackbar(t('reset.sent'), { variant: 'success' });
        void navigate('/auth/login');
      },
    }),
  );
  return (
    <FormCard
      title={t('reset.title')}
      text={t('reset.text')}
      onSubmit={submit}
      footer={<TextLink to="/auth/login">{t('backToLogin')}</TextLink>}
    >
      {reset.isError && <ErrorAlert error={reset.error} />}
      <TextField
        {...field('email')}
        type="email"
        label={t('fields.email')}
        autoComplete="username"
        slotProps={{ htmlInput: { 'data-testid': 'reset-email' } }}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={reset.isPending}
        data-testid="reset-submit"
      >
        {t('reset.submit')}
      </Button>
    </FormCard>
  );
}
