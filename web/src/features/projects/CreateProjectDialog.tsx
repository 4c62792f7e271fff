import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { NewProjectSchema, PROGRAM_TYPES, type Project } from '@pace/contract';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCreateProject } from '../../api/projects.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { ProcessorChoice } from '../../ui/ProcessorChoice.tsx';
import { useCheckedForm } from '../../ui/useCheckedForm.ts';
import { useFieldProps } from '../../ui/useFieldProps.ts';

interface Props {
  onClose: () => void;
  onCreated: (project: Project) => void;
}

export function CreateProjectDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslation('projects');
  const id = useId();
  const create = useCreateProject();
  const form = useCheckedForm(NewProjectSchema, { name: '', programType: 1, coreType: 1 });
  const field = useFieldProps(form);
  const submit = form.handleSubmit((body) => create.mutate(body, { onSuccess: onCreated }));
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby={`${id}-title`}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={`${id}-title`}>{t('createTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 3 }}>
          {create.isError && <ErrorAlert error={create.error} />}
          <TextField
            {...field('name')}
            label={t('name')}
            autoFocus
            sx={{ mt: 1 }}
            slotProps={{ htmlInput: { 'data-testid': 'project-create-name' } }}
          />
          <FormControl>
            <FormLabel id={`${id}-type`}>{t('programType')}</FormLabel>
            <Controller
              control={form.control}
              name="programType"
              render={({ field: { value, onChange } }) => (
                <RadioGroup
                  aria-labelledby={`${id}-type`}
                  value={value}
                  onChange={(_, next) => onChange(Number(next))}
                >
                  {Object.values(PROGRAM_TYPES).map((type) => (
                    <TypeOption key={type} type={type} />
                  ))}
                </RadioGroup>
              )}
            />
          </FormControl>
          <Controller
            control={form.control}
            name="coreType"
            render={({ field: { value, onChange } }) => (
              <ProcessorChoice value={value ?? 1} onChange={onChange} />
            )}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={create.isPending}
            data-testid="project-create-submit"
          >
            {t('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function TypeOption({ type }: { type: number }) {
  const { t } = useTranslation('projects');
  return (
    <FormControlLabel
      value={type}
      control={<Radio data-testid={`project-create-type-${type}`} />}
      sx={{ alignItems: 'flex-start', mt: 1 }}
      label={
        <Box sx={{ pt: 1 }}>
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {t(`type.${type}`)}
          </Typography>
          <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
            {t(`typeText.${type}`)}
          </Typography>
        </Box>
      }
    />
  );
}
