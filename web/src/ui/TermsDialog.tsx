import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** The personal-information notice. */
export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('terms');
  const id = useId();
  const sections = t('sections', { returnObjects: true }) as { title: string; text: string }[];
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" aria-labelledby={id} scroll="paper">
      <DialogTitle id={id}>{t('title')}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <Typography variant="h4" component="h3" gutterBottom>
              {title}
            </Typography>
            <Typography sx={{ mb: 2, color: 'text.secondary' }}>{text}</Typography>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} data-testid="terms-close">
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
