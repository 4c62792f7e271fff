import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PdfDialog } from '../../ui/pdf/PdfDialog.tsx';
import { PdfView } from '../../ui/pdf/PdfView.tsx';

/** The printed guide of one language. */
export function GuideDialog({ language, onClose }: { language: string; onClose: () => void }) {
  const { t } = useTranslation('guides');
  const [failed, setFailed] = useState(false);
  const url = `/guide/pace-guide-${language}.pdf`;
  return (
    <PdfDialog
      open
      {...{ onClose, url }}
      title={t('pdf.dialog')}
      download={t('pdf.download')}
      close={t('pdf.close')}
      testId="guide"
    >
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
    </PdfDialog>
  );
}
