import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { PDF_DIALOG_HEIGHT } from './PdfView.tsx';

interface PdfDialogProps {
  open: boolean;
  title: string;
  /** Address of the PDF, to be downloaded */
  url: string;
  download: string;
  close: string;
  onClose: () => void;
  /** Of the dialog's buttons and its content, with -download, -close and -content */
  testId: string;
  /** Beside the download */
  actions?: ReactNode;
  children: ReactNode;
}

/** A document that is read or downloaded. It has its height from the start: what is read later moves no button. */
export function PdfDialog({
  open,
  title,
  url,
  download,
  close,
  onClose,
  testId,
  actions,
  children,
}: PdfDialogProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
      scroll="paper"
      slotProps={{ paper: { sx: { height: PDF_DIALOG_HEIGHT } } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent dividers tabIndex={0} data-testid={`${testId}-content`}>
        {children}
      </DialogContent>
      <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" href={url} download data-testid={`${testId}-download`}>
          {download}
        </Button>
        {actions}
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        <Button onClick={onClose} variant="contained" data-testid={`${testId}-close`}>
          {close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
