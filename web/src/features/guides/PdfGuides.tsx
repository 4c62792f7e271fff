import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { GuideDialog } from './GuideDialog.tsx';

/** The PDF of the page's language first, the other beside it. */
export function PdfGuides() {
  const { t, i18n } = useTranslation('guides');
  const [shown, setShown] = useState<string>();
  const [own, other] = i18n.language === 'tr' ? ['tr', 'en'] : ['en', 'tr'];
  return (
    <Box component="section" aria-labelledby="pdf-guides" sx={{ mb: 4 }}>
      <Typography id="pdf-guides" variant="h3" component="h2">
        {t('pdf.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
        <Button
          variant="contained"
          startIcon={<Icon name="file" />}
          onClick={() => setShown(own)}
          data-testid={`guide-open-${own}`}
        >
          {t('pdf.open')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon name="file" />}
          onClick={() => setShown(other)}
          lang={other}
          data-testid={`guide-open-${other}`}
        >
          {t('pdf.openOther')}
        </Button>
      </Box>
      {shown !== undefined && <GuideDialog language={shown} onClose={() => setShown(undefined)} />}
    </Box>
  );
}
