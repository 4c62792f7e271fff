import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { records, useNumbers } from './records.ts';
import { Section } from './Section.tsx';

interface Item {
  question: string;
  answer: string;
}

/** Recorded runs of one wave: about ten thousand unknowns, and hundreds of thousands */
const FEW = records.scaling.find(({ unknowns }) => unknowns >= 10_000)!;
const MANY = records.scaling.find(({ unknowns }) => unknowns >= 200_000)!;

export function Faq() {
  const { t } = useTranslation('landing');
  const number = useNumbers();
  const items = t('faq.items', {
    returnObjects: true,
    processors: records.machine.processors,
    few: number(FEW.unknowns),
    fewSeconds: number(FEW.wallSeconds, 1),
    many: number(MANY.unknowns),
    manySeconds: number(MANY.wallSeconds),
    record: records.machine.record,
  }) as Item[];
  return (
    <Section id="faq" title={t('faq.title')} raised>
      <Box sx={{ mt: 4, maxWidth: 860, borderTop: 1, borderColor: 'divider' }}>
        {items.map(({ question, answer }) => (
          <Box
            component="details"
            key={question}
            data-testid="faq-item"
            sx={{ borderBottom: 1, borderColor: 'divider', '&[open] svg': { transform: 'rotate(90deg)' } }}
          >
            <Box
              component="summary"
              sx={{
                display: 'flex',
                gap: 1.5,
                alignItems: 'center',
                py: 2,
                cursor: 'pointer',
                listStyle: 'none',
                '&::-webkit-details-marker': { display: 'none' },
                '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
              }}
            >
              <Icon name="next" sx={{ color: 'primary.main', transition: 'transform 120ms' }} />
              <Typography variant="h4" component="h3">
                {question}
              </Typography>
            </Box>
            <Typography sx={{ color: 'text.secondary', pl: 4.5, pb: 2.5, maxWidth: '68ch' }}>
              {answer}
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
