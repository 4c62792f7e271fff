import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  testId: string;
  /** Shown while it is checked */
  children?: ReactNode;
}

/** Something on or off, and what it means. */
export function CheckboxWithHint({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
  testId,
  children,
}: Props) {
  const hintId = useId();
  const marks = { 'data-testid': testId };
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={checked}
            disabled={disabled}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': hintId, ...marks } }}
          />
        }
        label={label}
      />
      <Typography id={hintId} variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {hint}
      </Typography>
      {checked && children}
    </div>
  );
}
