import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PdfDialog } from './pdf/PdfDialog.tsx';
import { PdfView } from './pdf/PdfView.tsx';

/** The personal-information notice: a PDF, and the same words as text for who reads with other means. */
export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation('terms');
  const [asText, setAsText] = useState(false);
  const [failed, setFailed] = useState(false);
  const url = `/legal/personal-information-${i18n.language === 'tr' ? 'tr' : 'en'}.pdf`;
  const showsText = asText || failed;
  return (
    <PdfDialog
      {...{ open, onClose, url }}
      title={t('title')}
      download={t('download')}
      close={t('close')}
      testId="terms"
      actions={
        !failed && (
          <Button size="small" onClick={() => setAsText(!asText)} data-testid="terms-as-text">
            {t(asText ? 'asPdf' : 'asText')}
          </Button>
        )
      }
    >
      {failed && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('notShown')}
        </Alert>
      )}
      {showsText ? (
        <NoticeText />
      ) : (
        <PdfView
          key={url}
          url={url}
          loadingLabel={t('title')}
          pageLabel={(page, count) => t('pageLabel', { page, count })}
          onFailure={() => setFailed(true)}
        />
      )}
    </PdfDialog>
  );
}

function NoticeText() {
  const { t } = useTranslation('terms');
  const sections = t('sections', { returnObjects: true }) as { title: string; text: string }[];
  return (
    <Box sx={{ maxWidth: '70ch' }} data-testid="terms-text">
      <Typography variant="h3" component="h3">
        {t('heading')}
      </Typography>
      <Typography sx={{ mb: 3, color: 'text.secondary' }}>{t('edition')}</Typography>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <Typography variant="h4" gutterBottom>
            {title}
          </Typography>
          <Typography sx={{ mb: 2, color: 'text.secondary' }}>{text}</Typography>
        </section>
      ))}
    </Box>
  );
}
