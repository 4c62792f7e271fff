import type { Share } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from './ErrorAlert.tsx';

interface Props {
  title: string;
  text: string;
  /** Those that are valid; undefined as long as they are not known */
  links: readonly Share[] | undefined;
  /** Of the link that was made last, as long as it is valid */
  address: string | undefined;
  isMaking: boolean;
  isRevoking: boolean;
  error: unknown;
  onMake: () => void;
  onRevoke: (id: string) => void;
  onClose: () => void;
}

/** Read-only links: make, copy, revoke. */
export function ShareLinksDialog({
  title,
  text,
  links,
  address,
  isMaking,
  isRevoking,
  error,
  onMake,
  onRevoke,
  onClose,
}: Props) {
  const { t, i18n } = useTranslation('sharing');
  const id = useId();
  const [copied, setCopied] = useState(false);
  const date = (text: string) =>
    new Date(text).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const copy = async () => {
    if (!address) return;
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Without a secure connection there is no clipboard; the text can be selected.
      setCopied(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{text}</Typography>
        {address && (
          <Alert severity="success" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
            <Typography variant="body2" sx={{ mb: 1 }}>
              {t('once')}
            </Typography>
            <Box sx={{ display: 'flex', gap: 1 }}>
              <TextField
                size="small"
                value={address}
                label={t('link')}
                onFocus={(event) => event.target.select()}
                slotProps={{ htmlInput: { readOnly: true, 'data-testid': 'share-link' } }}
              />
              <Button variant="contained" onClick={() => void copy()}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            </Box>
          </Alert>
        )}
        <Box>
          <Button
            variant={address ? 'outlined' : 'contained'}
            loading={isMaking}
            onClick={() => {
              setCopied(false);
              onMake();
            }}
            data-testid="share-create"
          >
            {t('create')}
          </Button>
        </Box>
        {error !== null && <ErrorAlert error={error} />}
        {links && links.length > 0 && (
          <Box
            component="ul"
            aria-label={t('list')}
            sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}
          >
            {links.map((share) => (
              <Box
                key={share.id}
                component="li"
                data-testid="share-row"
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  gap: 1,
                  alignItems: 'center',
                  borderTop: 1,
                  borderColor: 'divider',
                  pt: 1,
                }}
              >
                <Box sx={{ flex: 1, minWidth: 200 }}>
                  <Typography variant="body2">{t('created', { date: date(share.createdDate) })}</Typography>
                  <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                    {share.lastUsedDate === null
                      ? t('unused')
                      : t('used', { date: date(share.lastUsedDate) })}
                  </Typography>
                </Box>
                <Button
                  size="small"
                  color="error"
                  variant="outlined"
                  disabled={isRevoking}
                  onClick={() => onRevoke(share.id)}
                  data-testid="share-revoke"
                >
                  {t('revoke')}
                </Button>
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} data-testid="share-close">
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
