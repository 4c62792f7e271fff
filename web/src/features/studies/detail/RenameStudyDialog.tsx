import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { LIMITS, type Study } from '@pace/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenameStudy } from '../../../api/studies.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

export function RenameStudyDialog({ study, onClose }: { study: Study; onClose: () => void }) {
  const { t } = useTranslation('studies');
  const titleId = useId();
  const rename = useRenameStudy(study.id);
  const [name, setName] = useState(study.name);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(name.trim(), { onSuccess: onClose });
        }}
      >
        <DialogTitle id={titleId}>{t('actions.rename')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {rename.isError && <ErrorAlert error={rename.error} />}
          <TextField
            label={t('form.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoFocus
            sx={{ mt: 1 }}
            slotProps={{ htmlInput: { maxLength: LIMITS.projectNameLength } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" variant="contained" loading={rename.isPending} disabled={name.trim() === ''}>
            {t('actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
