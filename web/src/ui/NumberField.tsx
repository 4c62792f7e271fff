import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** What is wrong; shown and announced */
  complaint?: string | undefined;
  hint?: ReactNode;
  unit?: string;
  min?: number;
  max?: number;
  step?: number | 'any';
  disabled?: boolean;
  testId?: string;
}

/** A number typed by a person, kept as text so that what is typed is never changed under their hands. */
export function NumberField({
  label,
  value,
  onChange,
  complaint,
  hint,
  unit,
  min,
  max,
  step = 'any',
  disabled,
  testId,
}: Props) {
  return (
    <TextField
      type="number"
      label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      error={complaint !== undefined}
      helperText={complaint ?? hint}
      slotProps={{
        htmlInput: { min, max, step, inputMode: 'decimal', 'data-testid': testId },
        formHelperText: { role: complaint === undefined ? undefined : 'alert' },
        input:
          unit === undefined ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}
