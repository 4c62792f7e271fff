import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { ProjectNameSchema, type ProjectRow } from '@pace/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRenameProject } from '../../api/projects.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

const NameSchema = z.object({ name: ProjectNameSchema });

export function RenameDialog({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const { t } = useTranslation('projects');
  const titleId = useId();
  const rename = useRenameProject();
  const form = useCheckedForm(NameSchema, { name: project.name });
  const field = useFieldProps(form);
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate({ id: project.id, name }, { onSuccess: onClose }),
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t('rename')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {rename.isError && <ErrorAlert error={rename.error} />}
          <TextField
            {...field('name')}
            label={t('name')}
            autoFocus
            sx={{ mt: 1 }}
            slotProps={{ htmlInput: { 'data-testid': 'project-rename-name' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={rename.isPending}
            data-testid="project-rename-submit"
          >
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
