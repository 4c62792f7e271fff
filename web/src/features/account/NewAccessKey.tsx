import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';

/** The key itself, this once. */
export function NewAccessKey({
  created: { name, key },
  onDone,
}: {
  created: { name: string; key: string };
  onDone: () => void;
}) {
  const { t } = useTranslation('account');
  const { enqueueSnackbar } = useSnackbar();
  const text = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      enqueueSnackbar(t('keys.copied'), { variant: 'success' });
    } catch {
      // Without a secure connection there is no clipboard; the text is selected for copying by hand.
      text.current?.focus();
      enqueueSnackbar(t('keys.copyByHand'), { variant: 'warning' });
    }
  };
  return (
    <Alert severity="success" sx={{ '& .MuiAlert-message': { width: '100%', minWidth: 0 } }}>
      <Typography variant="body2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
        {t('keys.once', { name })}
      </Typography>
      <TextField
        fullWidth
        size="small"
        value={key}
        label={t('keys.key')}
        inputRef={text}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, 'data-testid': 'access-key-new' } }}
        sx={{ '& input': { fontFamily: 'monospace' } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <Button
          variant="contained"
          startIcon={<Icon name="copy" />}
          onClick={() => void copy()}
          data-testid="access-key-copy"
        >
          {t('keys.copy')}
        </Button>
        <Button color="inherit" onClick={onDone} data-testid="access-key-done">
          {t('keys.done')}
        </Button>
      </Box>
    </Alert>
  );
}
