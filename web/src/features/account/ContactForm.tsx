import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { SupportMessageSchema, type User } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useSupport } from '../../api/account.ts';
import { FormCard } from '../../ui/FormCard.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

/** A message to support; a logged-in user's name and address are filled in, the address cannot be changed. */
export function ContactForm({ user }: { user: User | undefined }) {
  const { t } = useTranslation('account');
  const support = useSupport();
  const form = useCheckedForm(SupportMessageSchema, {
    name: user ? `${user.name} ${user.surname}`.trim() : '',
    email: user?.email ?? '',
    message: '',
  });
  const field = useFieldProps(form);
  const submit = form.handleSubmit((body) =>
    support.mutate(body, { onSuccess: () => form.resetField('message') }),
  );
  return (
    <FormCard title={t('contact.title')} text={t('contact.text')} onSubmit={submit}>
      <div role="status" aria-live="polite">
        {support.isError && <Alert severity="error">{t('contact.failed')}</Alert>}
        {support.isSuccess && <Alert severity="success">{support.data.detail ?? t('contact.sent')}</Alert>}
      </div>
      <TextField
        {...field('name')}
        label={t('fields.fullName')}
        autoComplete="name"
        slotProps={{ htmlInput: { 'data-testid': 'contact-name' } }}
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('fields.email')}
        autoComplete="email"
        slotProps={{ htmlInput: { readOnly: user !== undefined, 'data-testid': 'contact-email' } }}
      />
      <TextField
        {...field('message')}
        label={t('contact.message')}
        multiline
        minRows={5}
        slotProps={{ htmlInput: { 'data-testid': 'contact-message' } }}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={support.isPending}
        data-testid="contact-submit"
      >
        {t(support.isPending ? 'contact.sending' : 'contact.submit')}
      </Button>
    </FormCard>
  );
}
