import TextField from '@mui/material/TextField';
import { isBadSize } from './typedTolerances.ts';

interface SizeFieldProps {
  text: string;
  unit: string;
  label: string;
  testId: string;
  onChange: (text: string) => void;
}

/** The size of a tolerance, in either direction. */
export function SizeField({ text, unit, label, testId, onChange }: SizeFieldProps) {
  return (
    <TextField
      size="small"
      fullWidth={false}
      value={text}
      error={isBadSize(text)}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: 104 }}
      slotProps={{
        input: { startAdornment: '±\u00a0', endAdornment: unit },
        htmlInput: { inputMode: 'decimal', 'aria-label': label, 'data-testid': testId },
      }}
    />
  );
}
