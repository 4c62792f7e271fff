import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PdfGuides } from '../features/guides/PdfGuides.tsx';
import { VideoGuides } from '../features/guides/VideoGuides.tsx';
import { WrittenGuide } from '../features/guides/WrittenGuide.tsx';
import design from '../features/landing/design.json';
import { designFigures } from '../features/landing/designFigures.ts';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function GuidesPage() {
  const { t, i18n } = useTranslation('guides');
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <PdfGuides />
      <Part id="guide-videos" title={t('videoGuides')}>
        <VideoGuides />
      </Part>
      <Part id="guide-guidelines" title={t('guidelines')}>
        <WrittenGuide figures={designFigures(design, i18n.language)} />
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Accordion
      defaultExpanded
      variant="outlined"
      disableGutters
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ mb: 2 }}
    >
      <AccordionSummary
        id={id}
        aria-controls={`${id}-content`}
        expandIcon={<Icon name="next" sx={{ transform: 'rotate(90deg)' }} />}
        data-testid={id}
      >
        <Typography variant="h3" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 2, sm: 3 }, pb: 3 }}>{children}</AccordionDetails>
    </Accordion>
  );
}
