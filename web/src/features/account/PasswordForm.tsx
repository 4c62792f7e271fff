import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useChangePassword, useLogoutOthers } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';
import { ChangePasswordFormSchema } from './passwordPair.ts';

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Another password for who knows the present one, and the end of sessions elsewhere. */
export function PasswordForm() {
  const { t } = useTranslation('account');
  const { enqueueSnackbar } = useSnackbar();
  const change = useChangePassword();
  const logoutOthers = useLogoutOthers();
  const form = useCheckedForm(ChangePasswordFormSchema, EMPTY);
  const field = useFieldProps(form);
  const submit = form.handleSubmit(({ confirmPassword: _, ...body }) =>
    change.mutate(body, {
      onSuccess: () => {
        form.reset(EMPTY);
        enqueueSnackbar(t('password.changed'), { variant: 'success' });
      },
    }),
  );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 420 }}>
      {change.isError && <ErrorAlert error={change.error} data-testid="password-error" />}
      {logoutOthers.isError && <ErrorAlert error={logoutOthers.error} />}
      <PasswordField
        {...field('currentPassword')}
        label={t('fields.currentPassword')}
        autoComplete="current-password"
        testId="password-current"
      />
      <PasswordField
        {...field('password')}
        label={t('fields.newPassword')}
        autoComplete="new-password"
        testId="password-new"
      />
      <PasswordField
        {...field('confirmPassword')}
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        testId="password-confirm"
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="outlined" loading={change.isPending} data-testid="password-submit">
          {t('password.submit')}
        </Button>
        <Button
          color="inherit"
          loading={logoutOthers.isPending}
          onClick={() =>
            logoutOthers.mutate(undefined, {
              onSuccess: () => enqueueSnackbar(t('password.othersEnded'), { variant: 'success' }),
            })
          }
          data-testid="logout-others"
        >
          {t('password.endOthers')}
        </Button>
      </Box>
    </Box>
  );
}
