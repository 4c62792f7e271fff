import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PDF_DIALOG_HEIGHT, PdfView } from '../../ui/pdf/PdfView.tsx';

/** The printed guide of one language. */
export function GuideDialog({ language, onClose }: { language: string; onClose: () => void }) {
  const { t } = useTranslation('guides');
  const id = useId();
  const [failed, setFailed] = useState(false);
  const url = `/guide/pace-guide-${language}.pdf`;
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
      scroll="paper"
      slotProps={{ paper: { sx: { height: PDF_DIALOG_HEIGHT } } }}
    >
      <DialogTitle id={id}>{t('pdf.dialog')}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {failed ? (
          <Alert severity="info">{t('pdf.failed')}</Alert>
        ) : (
          <PdfView
            url={url}
            loadingLabel={t('pdf.dialog')}
            pageLabel={(page, count) => t('pdf.page', { page, count })}
            onFailure={() => setFailed(true)}
          />
        )}
      </DialogContent>
      <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" href={url} download data-testid="guide-download">
          {t('pdf.download')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button onClick={onClose} variant="contained" data-testid="guide-close">
          {t('pdf.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
