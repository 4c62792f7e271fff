import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { COMING_PROCESSOR_CHOICES, PROCESSOR_CHOICES } from '@pace/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export type Processors = (typeof PROCESSOR_CHOICES)[number];

/** Number of processors of a run; those not on offer yet are shown and say so. */
export function ProcessorChoice({
  value,
  onChange,
}: {
  value: Processors;
  onChange: (value: Processors) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id} sx={{ mb: 1 }}>
        {t('processors')}
      </FormLabel>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value}
        aria-labelledby={id}
        onChange={(_, next: Processors | null) => next !== null && onChange(next)}
      >
        {PROCESSOR_CHOICES.map((count) => (
          <ToggleButton key={count} value={count} data-testid={`processors-${count}`} sx={{ px: 2.5 }}>
            x{count}
          </ToggleButton>
        ))}
        {COMING_PROCESSOR_CHOICES.map((count) => (
          <ToggleButton key={count} value={count} disabled data-testid={`processors-${count}`} sx={{ px: 2 }}>
            x{count} · {t('comingSoon')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FormControl>
  );
}
