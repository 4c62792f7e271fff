import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface Props<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; testId?: string }[];
  onChange: (value: V) => void;
}

/** A choice of one of two or three ways, always one chosen. */
export function ModeSwitch<V extends string | number>({ label, value, options, onChange }: Props<V>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      color="primary"
      value={value}
      aria-label={label}
      onChange={(_, next: V | null) => next !== null && onChange(next)}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} value={option.value} data-testid={option.testId}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
