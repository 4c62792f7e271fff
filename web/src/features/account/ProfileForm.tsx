import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { ProfileUpdateSchema, type User } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useProfileUpdate } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
} as const;

export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation('account');
  const { enqueueSnackbar } = useSnackbar();
  const update = useProfileUpdate();
  const form = useCheckedForm(ProfileUpdateSchema, valuesOf(user));
  const field = useFieldProps(form);
  const submit = form.handleSubmit((body) =>
    update.mutate(body, { onSuccess: () => enqueueSnackbar(t('profile.saved'), { variant: 'success' }) }),
  );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3, maxWidth: 760 }}>
      {update.isError && <ErrorAlert error={update.error} />}
      <Box sx={columns}>
        <TextField
          {...field('Name')}
          label={t('fields.name')}
          autoComplete="given-name"
          slotProps={{ htmlInput: { 'data-testid': 'profile-name' } }}
        />
        <TextField
          {...field('Surname')}
          label={t('fields.surname')}
          autoComplete="family-name"
          slotProps={{ htmlInput: { 'data-testid': 'profile-surname' } }}
        />
        <ReadOnlyField label={t('fields.email')} value={user.email} />
        <ReadOnlyField label={t('fields.company')} value={user.company} />
        <TextField {...field('PhoneNumber')} type="tel" label={t('fields.phone')} autoComplete="tel" />
        <TextField
          {...field('Country')}
          label={t('fields.country')}
          autoComplete="country-name"
          slotProps={{ htmlInput: { 'data-testid': 'profile-country' } }}
        />
      </Box>
      <TextField
        {...field('Address')}
        label={t('fields.address')}
        multiline
        minRows={2}
        autoComplete="street-address"
      />
      <Typography variant="h4" component="h2">
        {t('profile.social')}
      </Typography>
      <Box sx={columns}>
        <TextField {...field('WebSite')} label={t('fields.webSite')} />
        <TextField {...field('Linkedin')} label={t('fields.linkedin')} />
        <TextField {...field('Twitter')} label={t('fields.twitter')} />
        <TextField {...field('Instagram')} label={t('fields.instagram')} />
        <TextField {...field('Facebook')} label={t('fields.facebook')} />
      </Box>
      <Button
        type="submit"
        variant="contained"
        loading={update.isPending}
        sx={{ justifySelf: 'start' }}
        data-testid="profile-submit"
      >
        {t('profile.save')}
      </Button>
    </Box>
  );
}

function ReadOnlyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('account');
  return (
    <Tooltip title={t('profile.readOnly')} describeChild>
      <TextField
        label={label}
        value={value}
        slotProps={{ htmlInput: { readOnly: true, 'aria-readonly': true } }}
        sx={{ '& input': { color: 'text.secondary' } }}
      />
    </Tooltip>
  );
}

function valuesOf({ name, surname, phoneNumber, country, address, social }: User) {
  return {
    Name: name,
    Surname: surname,
    PhoneNumber: phoneNumber,
    Country: country,
    Address: address,
    WebSite: social.webSite,
    Linkedin: social.linkedin,
    Twitter: social.twitter,
    Instagram: social.instagram,
    Facebook: social.facebook,
  };
}
