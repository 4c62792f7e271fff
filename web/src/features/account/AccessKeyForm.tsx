import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { ACCESS_KEY_DAYS, ACCESS_KEY_SCOPES, CreateAccessKeySchema } from '@pace/contract';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { useCreateAccessKey } from '../../api/accessKeys.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

const EMPTY = { name: '', scope: 'read', days: 30 } as const;

export function AccessKeyForm({ create }: { create: ReturnType<typeof useCreateAccessKey> }) {
  const { t } = useTranslation('account');
  const form = useCheckedForm(CreateAccessKeySchema, EMPTY);
  const field = useFieldProps(form);
  const submit = form.handleSubmit((body) => create.mutate(body, { onSuccess: () => form.reset(EMPTY) }));
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {create.isError && <ErrorAlert error={create.error} data-testid="access-key-error" />}
      <TextField
        {...field('name')}
        label={t('keys.name')}
        autoComplete="off"
        slotProps={{ htmlInput: { 'data-testid': 'access-key-name' } }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '2fr 1fr' } }}>
        <Controller
          control={form.control}
          name="scope"
          render={({ field: { value, onChange } }) => (
            <TextField
              select
              label={t('keys.scope')}
              value={value}
              onChange={onChange}
              helperText={t(`keys.scopeText.${value}`)}
              slotProps={{ select: { native: true }, htmlInput: { 'data-testid': 'access-key-scope' } }}
            >
              {ACCESS_KEY_SCOPES.map((scope) => (
                <option key={scope} value={scope}>
                  {t(`keys.scopes.${scope}`)}
                </option>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={form.control}
          name="days"
          render={({ field: { value, onChange } }) => (
            <TextField
              select
              label={t('keys.expiry')}
              value={value}
              onChange={({ target }) => onChange(Number(target.value))}
              slotProps={{ select: { native: true }, htmlInput: { 'data-testid': 'access-key-days' } }}
            >
              {ACCESS_KEY_DAYS.map((days) => (
                <option key={days} value={days}>
                  {t(`keys.days.${days}`)}
                </option>
              ))}
            </TextField>
          )}
        />
      </Box>
      <Button
        type="submit"
        variant="outlined"
        loading={create.isPending}
        sx={{ justifySelf: 'start' }}
        data-testid="access-key-create"
      >
        {t('keys.create')}
      </Button>
    </Box>
  );
}
