import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { IMPEDANCE_DECIMALS, impedanceText, type Complex, type Impedance } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The surface stands beside its impedance, on phones above it. */
export const BESIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const ABOVE = { display: { sm: 'none' }, overflowWrap: 'anywhere' } as const;

interface ImpedanceRowProps {
  frequencyHz: number;
  /** The same in GHz, as the user's language writes it */
  frequencyText: string;
  /** How many rows the cell of the frequency spans; undefined where a row above has it */
  frequencyRows: number | undefined;
  entry: Impedance['params'][number];
  surfaceName: string;
  /** What the layers give where a value is typed over them */
  ofLayers: Complex | undefined;
  edited: boolean;
  wrong: boolean;
  /** The cell begins anew with each reset. */
  resetCount: number;
  onCommit: (text: string) => void;
}

/** One surface at one frequency */
export function ImpedanceRow({
  frequencyHz,
  frequencyText,
  frequencyRows,
  entry: { impedanceSurface, impedanceReal: real, impedanceImaginary: imaginary },
  surfaceName,
  ofLayers,
  edited,
  wrong,
  resetCount,
  onCommit,
}: ImpedanceRowProps) {
  const { t, i18n } = useTranslation('materials');
  const shown = impedanceText({ real, imaginary }, IMPEDANCE_DECIMALS.editing, i18n.language);
  return (
    <TableRow>
      {frequencyRows !== undefined && (
        <TableCell
          component="th"
          scope="rowgroup"
          align="right"
          rowSpan={frequencyRows}
          sx={{ verticalAlign: 'top', pt: 1.5 }}
        >
          {frequencyText}
        </TableCell>
      )}
      <TableCell component="th" scope="row" sx={{ ...BESIDE, overflowWrap: 'anywhere' }}>
        {surfaceName}
      </TableCell>
      <TableCell sx={{ width: { sm: 252 } }}>
        <Typography variant="caption" component="div" sx={ABOVE}>
          {surfaceName}
        </Typography>
        <ImpedanceCell
          key={`${shown}${resetCount}`}
          shown={shown}
          label={t('impedance.cell', {
            surface: impedanceSurface,
            frequency: frequencyText,
          })}
          edited={edited}
          hint={
            ofLayers &&
            t('impedance.ofLayers', {
              // It does not break in the middle.
              impedance: impedanceText(ofLayers, IMPEDANCE_DECIMALS.summary, i18n.language).replaceAll(
                ' ',
                '\u00a0',
              ),
            })
          }
          wrong={wrong}
          onCommit={onCommit}
          testId={`impedance-${impedanceSurface}-${frequencyHz}`}
        />
      </TableCell>
    </TableRow>
  );
}

interface ImpedanceCellProps {
  shown: string;
  label: string;
  edited: boolean;
  /** What the layers give where a value is typed over them. */
  hint: string | undefined;
  wrong: boolean;
  onCommit: (text: string) => void;
  testId: string;
}

function ImpedanceCell({ shown, label, edited, hint, wrong, onCommit, testId }: ImpedanceCellProps) {
  const [text, setText] = useState(shown);
  return (
    <TextField
      value={text}
      error={wrong}
      helperText={hint}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => (text !== shown || wrong) && onCommit(text)}
      onKeyDown={(event) => event.key === 'Enter' && (text !== shown || wrong) && onCommit(text)}
      fullWidth
      slotProps={{
        htmlInput: {
          'aria-label': label,
          'aria-invalid': wrong,
          'data-testid': testId,
          style: { padding: '6px 6px', fontSize: 12, fontWeight: edited ? 700 : 400 },
        },
      }}
    />
  );
}
