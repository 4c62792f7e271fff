import type { Project } from '@pace/contract';
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
import { shareAddress, useCreateShare, useRevokeShare, useShares } from '../../../api/shares.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

/** Read-only links to a project: make, copy, revoke. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t, i18n } = useTranslation('results');
  const id = useId();
  const shares = useShares(project.id, true);
  const create = useCreateShare(project.id);
  const revoke = useRevokeShare(project.id);
  const [copied, setCopied] = useState(false);
  const address = create.data && shareAddress(project.id, create.data.token);
  const isGone =
    create.data && shares.data && !shares.isFetching && !shares.data.some((one) => one.id === create.data.id);
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
  const error = shares.error ?? create.error ?? revoke.error;
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('share.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('share.text')}</Typography>
        {address && !isGone && (
          <Alert severity="success" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
            <Typography variant="body2" sx={{ mb: 1 }}>
              {t('share.once')}
            </Typography>
            <Box sx={{ display: 'flex', gap: 1 }}>
              <TextField
                size="small"
                value={address}
                label={t('share.link')}
                onFocus={(event) => event.target.select()}
                slotProps={{ htmlInput: { readOnly: true, 'data-testid': 'share-link' } }}
              />
              <Button variant="contained" onClick={() => void copy()}>
                {t(copied ? 'share.copied' : 'share.copy')}
              </Button>
            </Box>
          </Alert>
        )}
        <Box>
          <Button
            variant={address ? 'outlined' : 'contained'}
            loading={create.isPending}
            onClick={() => {
              setCopied(false);
              create.mutate();
            }}
            data-testid="share-create"
          >
            {t('share.create')}
          </Button>
        </Box>
        {error && <ErrorAlert error={error} />}
        {shares.data && shares.data.length > 0 && (
          <Box
            component="ul"
            aria-label={t('share.list')}
            sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}
          >
            {shares.data.map((share) => (
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
                  <Typography variant="body2">
                    {t('share.created', { date: date(share.createdDate) })}
                  </Typography>
                  <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                    {share.lastUsedDate === null
                      ? t('share.unused')
                      : t('share.used', { date: date(share.lastUsedDate) })}
                  </Typography>
                </Box>
                <Button
                  size="small"
                  color="error"
                  variant="outlined"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(share.id)}
                  data-testid="share-revoke"
                >
                  {t('share.revoke')}
                </Button>
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} data-testid="share-close">
          {t('share.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
