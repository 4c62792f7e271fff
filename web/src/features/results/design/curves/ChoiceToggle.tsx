import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface ChoiceToggleProps<V extends string> {
  label: string;
  value: V;
  values: readonly V[];
  text: (value: V) => string;
  onChange: (value: V) => void;
  testId: string;
}

export function ChoiceToggle<V extends string>(props: ChoiceToggleProps<V>) {
  const { label, value, values, text, onChange, testId } = props;
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={value}
      aria-label={label}
      onChange={(_, next: V | null) => next && onChange(next)}
    >
      {values.map((one) => (
        <ToggleButton key={one} value={one} data-testid={`${testId}-${one}`}>
          {text(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
