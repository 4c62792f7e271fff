import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface Props<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  testId?: string;
  complaint?: string | undefined;
}

/** One of several, in a list that opens. */
export function Choice<V extends string | number>({
  label,
  value,
  options,
  onChange,
  testId,
  complaint,
}: Props<V>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as V)}
      error={complaint !== undefined}
      helperText={complaint}
      slotProps={{ select: { SelectDisplayProps: { 'data-testid': testId } as object } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface ManyProps<V extends string | number> extends Omit<Props<V>, 'value' | 'onChange'> {
  values: readonly V[];
  onChange: (values: V[]) => void;
}

/** Any number of several. */
export function ManyChoice<V extends string | number>({
  label,
  values,
  options,
  onChange,
  testId,
  complaint,
}: ManyProps<V>) {
  return (
    <TextField
      select
      label={label}
      value={[...values]}
      onChange={(event) => onChange(event.target.value as unknown as V[])}
      error={complaint !== undefined}
      helperText={complaint}
      slotProps={{
        select: {
          multiple: true,
          SelectDisplayProps: { 'data-testid': testId } as object,
        },
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
