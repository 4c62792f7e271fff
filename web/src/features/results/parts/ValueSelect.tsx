import TextField from '@mui/material/TextField';

interface ValueSelectProps<V extends string | number> {
  label: string;
  value: V | undefined;
  values: readonly V[];
  text: (value: V) => string;
  onChange: (value: V) => void;
  /** Values that can be seen but not chosen */
  disabledValues?: readonly V[];
  testId?: string;
  helperText?: string;
}

const LEAST_WIDTH_PX = 112;
/** Of a label above its field, which is not to be cut */
const LETTER_PX = 6.6;
const FRAME_PX = 34;

/** A choice of one of the values that a result has. The browser's own list: quick with hundreds of angles. */
export function ValueSelect<V extends string | number>({
  label,
  value,
  values,
  text,
  onChange,
  disabledValues = [],
  testId,
  helperText,
}: ValueSelectProps<V>) {
  return (
    <TextField
      select
      size="small"
      fullWidth={false}
      label={label}
      value={value === undefined ? '' : values.indexOf(value)}
      onChange={(event) => {
        const chosen = values[Number(event.target.value)];
        if (chosen !== undefined) onChange(chosen);
      }}
      disabled={values.length === 0}
      helperText={helperText}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { 'data-testid': testId },
      }}
      sx={{
        minWidth: Math.max(LEAST_WIDTH_PX, LETTER_PX * label.length + FRAME_PX),
        flex: { xs: '1 1 40%', sm: '0 1 auto' },
      }}
    >
      {values.map((choice, index) => (
        <option key={choice} value={index} disabled={disabledValues.includes(choice)}>
          {text(choice)}
        </option>
      ))}
    </TextField>
  );
}
