import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRegister } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormCard } from '../../ui/FormCard.tsx';
import { TextLink } from '../../ui/LinkButton.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TermsDialog } from '../../ui/TermsDialog.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';
import { useSchemaMessage } from '../../ui/useSchemaMessage.ts';
import { SignUpSchema } from './passwordPair.ts';

const EMPTY = {
  name: '',
  surname: '',
  email: '',
  phoneNumber: '',
  company: '',
  password: '',
  confirmPassword: '',
};

export function SignUpForm() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const sentence = useSchemaMessage();
  const [terms, setTerms] = useState(false);
  const register = useRegister();
  const form = useCheckedForm(SignUpSchema, EMPTY);
  const field = useFieldProps(form);
  const submit = form.handleSubmit(({ confirmPassword: _, ...body }) =>
    register.mutate(body, { onSuccess: () => void navigate('/auth/confirm?enc=mail') }),
  );
  const test = (id: string) => ({ htmlInput: { 'data-testid': `signup-${id}` } });
  return (
    <FormCard
      wide
      title={t('signUp.title')}
      text={t('signUp.text')}
      onSubmit={submit}
      footer={
        <Typography sx={{ color: 'text.secondary' }}>
          {t('signUp.haveAccount')} <TextLink to="/auth/login">{t('login.submit')}</TextLink>
        </Typography>
      }
    >
      {register.isError && <ErrorAlert error={register.error} data-testid="signup-error" />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextField
          {...field('name')}
          label={t('fields.name')}
          autoComplete="given-name"
          slotProps={test('name')}
        />
        <TextField
          {...field('surname')}
          label={t('fields.surname')}
          autoComplete="family-name"
          slotProps={test('surname')}
        />
        <TextField
          {...field('email')}
          type="email"
          label={t('fields.companyEmail')}
          autoComplete="email"
          slotProps={test('email')}
        />
        <TextField
          {...field('phoneNumber')}
          type="tel"
          label={t('fields.phone')}
          autoComplete="tel"
          slotProps={test('phone')}
        />
      </Box>
      <TextField
        {...field('company')}
        label={t('fields.company')}
        autoComplete="organization"
        slotProps={test('company')}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <PasswordField
          {...field('password')}
          label={t('fields.password')}
          autoComplete="new-password"
          testId="signup-password"
        />
        <PasswordField
          {...field('confirmPassword')}
          label={t('fields.confirmPassword')}
          autoComplete="new-password"
          testId="signup-confirm-password"
        />
      </Box>
      <Controller
        control={form.control}
        name="personalInfoCheck"
        render={({ field: { value, onChange, ref, ...rest }, fieldState }) => (
          <div>
            <FormControlLabel
              control={
                <Checkbox
                  {...rest}
                  checked={value === true}
                  onChange={(_, checked) => onChange(checked)}
                  slotProps={{ input: { ref, 'data-testid': 'signup-terms' } as object }}
                />
              }
              label={t('signUp.accept')}
            />
            <Link
              component="button"
              type="button"
              onClick={() => setTerms(true)}
              sx={{ verticalAlign: 'baseline' }}
            >
              {t('signUp.read')}
            </Link>
            {fieldState.error && <FormHelperText error>{sentence(fieldState.error.message)}</FormHelperText>}
          </div>
        )}
      />
      <TermsDialog open={terms} onClose={() => setTerms(false)} />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={register.isPending}
        data-testid="signup-submit"
      >
        {t(register.isPending ? 'signUp.submitting' : 'signUp.submit')}
      </Button>
    </FormCard>
  );
}
