import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { useSchemaMessage } from '../../ui/useSchemaMessage.ts';
import { readInputs } from './inputsFile.ts';
import type { Wizard } from './useWizard.ts';

/** Takes all values of an inputs file that was exported before, of this project or another. */
export function ImportInputs({ wizard: { draft, change, project } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { enqueueSnackbar } = useSnackbar();
  const sentence = useSchemaMessage();
  const reasonText = ({ where, reason }: { where: string; reason: string }) =>
    [where === '' ? '' : `${where}:`, sentence(reason)].filter(Boolean).join(' ');
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const result = readInputs(await file.text(), project.programType, draft);
    if (result.ok) {
      change(result.draft);
      enqueueSnackbar(t('solver.imported', { name: file.name }), { variant: 'success' });
    } else
      enqueueSnackbar(t('solver.importFailed', { name: file.name, reason: reasonText(result) }), {
        variant: 'error',
      });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void read(file);
        }}
        data-testid="import-inputs-file"
      />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="upload" />}
        onClick={() => input.current?.click()}
        data-testid="import-inputs"
      >
        {t('solver.import')}
      </Button>
    </>
  );
}
