import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import type { StepIndex } from './steps.ts';
import type { Wizard } from './useWizard.ts';

interface Props {
  wizard: Pick<Wizard, 'step' | 'goTo' | 'mayGoTo'>;
  /** Of every step, as short as a bar is wide, and in full */
  steps: readonly { short: string; title: string }[];
}

/** How far the user is: one bar a step, which leads there as far as the values let them. */
export function StepTrail({ wizard: { step, goTo, mayGoTo }, steps }: Props) {
  const { t } = useTranslation('wizard');
  return (
    <Box component="nav" aria-label={t('trail')}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))`,
          gap: 0.75,
          p: 0,
          m: 0,
        }}
      >
        {steps.map(({ short, title }, i) => (
          <li key={title}>
            <ButtonBase
              aria-label={`${i + 1}. ${title}`}
              aria-current={i === step ? 'step' : undefined}
              disabled={i !== step && !mayGoTo(i as StepIndex)}
              onClick={() => i !== step && goTo(i as StepIndex)}
              data-testid={`trail-${i}`}
              sx={{
                display: 'block',
                width: '100%',
                minHeight: 32,
                textAlign: 'left',
                borderRadius: 1,
                fontSize: 12,
                fontWeight: i === step ? 700 : 400,
                color: i === step ? 'text.primary' : 'text.secondary',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                '&:hover': { color: 'text.primary' },
                '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
              }}
            >
              <Box
                component="span"
                sx={{
                  display: 'block',
                  height: 4,
                  mb: 0.5,
                  borderRadius: 2,
                  bgcolor: i <= step ? 'primary.main' : 'divider',
                  opacity: i < step ? 0.55 : 1,
                }}
              />
              {short}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}
