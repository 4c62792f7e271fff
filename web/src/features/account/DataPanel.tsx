import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { DeleteAccountSchema, EXPORT_FILE_NAME } from '@pace/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteAccount, useExportData } from '../../api/account.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

/** Everything that is stored of the user: to take away, or to delete with the account. */
export function DataPanel() {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  const data = useExportData();
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '64ch' }}>{t('data.text')}</Typography>
      {data.isError && <ErrorAlert error={data.error} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={<Icon name="download" />}
          loading={data.isPending}
          loadingPosition="start"
          onClick={() =>
            data.mutate(undefined, { onSuccess: (archive) => saveFile(EXPORT_FILE_NAME, archive) })
          }
          data-testid="data-export"
        >
          {t('data.export')}
        </Button>
        <Button color="error" onClick={() => setAsking(true)} data-testid="account-delete">
          {t('data.delete')}
        </Button>
      </Box>
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </Box>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const id = useId();
  const remove = useDeleteAccount();
  const form = useCheckedForm(DeleteAccountSchema, { password: '' });
  const field = useFieldProps(form);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <Box
        component="form"
        noValidate
        // On success the session ends, and the guard of the page leads to the login.
        onSubmit={form.handleSubmit((body) => remove.mutate(body))}
      >
        <DialogTitle id={id}>{t('data.deleteTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{t('data.deleteText')}</DialogContentText>
          <Alert severity="warning">{t('data.deleteWarning')}</Alert>
          {remove.isError && <ErrorAlert error={remove.error} data-testid="account-delete-error" />}
          <PasswordField
            {...field('password')}
            label={t('fields.password')}
            autoComplete="current-password"
            testId="account-delete-password"
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={remove.isPending}>
            {t('data.keep')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            loading={remove.isPending}
            data-testid="account-delete-confirm"
          >
            {t('data.deleteConfirm')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
