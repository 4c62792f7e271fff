import type { Project } from '@pace/contract';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { Facts } from '../parts/Facts.tsx';
import { inputSections } from './inputFacts.ts';
import type { InputSection } from './inputSection.ts';
import { SummaryTable } from './SummaryTable.tsx';

/** What was asked of the solver. */
export function InputSummary({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const sections = useMemo(() => inputSections(project, t, i18n.language), [project, t, i18n.language]);
  if (sections.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('input.none')}</Typography>;
  return (
    <section aria-label={t('input.title')}>
      {sections.map((section) =>
        section.key === 'outerMissing' ? (
          <Alert key={section.key} severity="warning">
            {section.warning}
          </Alert>
        ) : (
          <Section key={section.key} section={section} />
        ),
      )}
    </section>
  );
}

function Section({ section: { key, title, facts, text, warning, table } }: { section: InputSection }) {
  return (
    <Accordion variant="outlined" disableGutters data-testid={`summary-${key}`}>
      <AccordionSummary expandIcon={<Icon name="next" sx={{ transform: 'rotate(90deg)' }} />}>
        <Typography variant="body1" component="span" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
          {facts && <Facts facts={facts} />}
          {text !== undefined && <Typography variant="body2">{text}</Typography>}
          {warning !== undefined && <Alert severity="warning">{warning}</Alert>}
          {table && <SummaryTable caption={title} {...table} />}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}
