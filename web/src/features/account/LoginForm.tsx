import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { LoginSchema } from '@pace/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useAutomaticLogin, useForgoAutomaticLogin, useLogin } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormCard } from '../../ui/FormCard.tsx';
import { LinkButton, TextLink } from '../../ui/LinkButton.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';
import { UnlockOffer } from './UnlockOffer.tsx';

/** How long the form waits for the automatic attempt, which goes on behind it [ms]. */
const AUTOMATIC_LOGIN_MS = 5000;

/** First tries to log in by itself; the form is for who is not known to this browser, or on a line that is slow. */
export function LoginForm() {
  const automatic = useAutomaticLogin();
  const patient = usePatience(AUTOMATIC_LOGIN_MS);
  const forgo = useForgoAutomaticLogin();
  if (automatic.isSuccess) return <Navigate to="/dashboard" replace />;
  if (automatic.isLoading && patient) return <LoadingScreen />;
  return (
    <Box onInput={forgo} sx={{ display: 'contents' }}>
      <CredentialsForm />
    </Box>
  );
}

/** True until the time is over. */
function usePatience(milliseconds: number): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return patient;
}

/** On success the session begins, and the guard of the page leads to the dashboard. */
function CredentialsForm() {
  const { t } = useTranslation('account');
  const form = useCheckedForm(LoginSchema, { email: '', password: '', rememberMe: false });
  const field = useFieldProps(form);
  const login = useLogin();
  const isLocked = login.error instanceof ApiError && login.error.code === 'RATE_LIMITED';
  return (
    <FormCard
      title={t('login.title')}
      text={t('login.welcome')}
      onSubmit={form.handleSubmit((values) => login.mutate(values))}
      footer={
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            flexWrap: 'wrap',
            gap: 1,
          }}
        >
          <TextLink to="/auth/reset-password">{t('login.forgot')}</TextLink>
          <LinkButton to="/auth/sign-up" variant="outlined" size="small" data-testid="login-sign-up">
            {t('signUp.title')}
          </LinkButton>
        </Box>
      }
    >
      {login.isError && <ErrorAlert severity="warning" error={login.error} data-testid="login-error" />}
      {isLocked && login.variables && <UnlockOffer email={login.variables.email} />}
      <TextField
        {...field('email')}
        type="email"
        label={t('fields.email')}
        autoComplete="username"
        slotProps={{ htmlInput: { 'data-testid': 'login-email' } }}
      />
      <PasswordField
        {...field('password')}
        label={t('fields.password')}
        autoComplete="current-password"
        testId="login-password"
      />
      <FormControlLabel
        control={<Checkbox {...form.register('rememberMe')} data-testid="login-remember" />}
        label={t('login.remember')}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={login.isPending}
        data-testid="login-submit"
      >
        {t('login.submit')}
      </Button>
    </FormCard>
  );
}
