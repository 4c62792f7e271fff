import type { MapPart } from '@pace/contract';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

/** Which parts are selected, by their numbers in the file. */
export interface PartsSelection {
  selected: ReadonlySet<number>;
  isSelectable: (part: MapPart) => boolean;
  toggle: (number: number) => void;
}

interface PartNameProps {
  part: MapPart;
  name: string;
  selection: PartsSelection | undefined;
}

/** Name of a row of the table, with a checkbox where parts can be selected. */
export function PartName({ part, name, selection }: PartNameProps) {
  if (!selection) return name;
  return (
    <FormControlLabel
      label={name}
      disabled={!selection.isSelectable(part)}
      control={
        <Checkbox
          size="small"
          checked={selection.selected.has(part.number)}
          onChange={() => selection.toggle(part.number)}
          slotProps={{ input: { 'data-testid': `design-select-${part.index}` } as object }}
          sx={{ py: 0.25 }}
        />
      }
      sx={{ mr: 0, '& .MuiFormControlLabel-label': { fontSize: 'inherit' } }}
    />
  );
}
