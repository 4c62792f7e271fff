import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  HZ_PER_GHZ,
  IMPEDANCE_DECIMALS,
  IMPEDANCE_EXAMPLE,
  impedanceText,
  parseImpedance,
  surfacesWithoutLayers,
} from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../useNumbers.ts';
import type { Wizard } from '../useWizard.ts';
import { editedSurfaces, impedanceKey, impedancesOf, layersUnderEdits } from './materialSettings.ts';
import { useSurfaceName } from './useSurfaceName.ts';

const ROWS_A_PAGE = 10;
/** The surface stands beside its impedance, on phones above it. */
const BESIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const ABOVE = { display: { sm: 'none' }, overflowWrap: 'anywhere' } as const;

/** Surface impedance of every surface at every frequency: calculated from the layers, and open to correction. */
export function ImpedanceTable({ wizard }: { wizard: Wizard }) {
  const { t, i18n } = useTranslation('materials');
  const { six } = useNumbers();
  const surfaceName = useSurfaceName(wizard);
  const { draft, change, surfaces, frequencies } = wizard;
  const { materials, impedanceEdits: edits } = draft;
  const [page, setPage] = useState(0);
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const [reset, setReset] = useState(0);
  const last = Math.max(0, Math.ceil(frequencies.length / ROWS_A_PAGE) - 1);
  const shownPage = Math.min(page, last);
  const rows = useMemo(
    () =>
      impedancesOf(
        materials,
        surfaces,
        frequencies.slice(shownPage * ROWS_A_PAGE, (shownPage + 1) * ROWS_A_PAGE),
        edits,
      ),
    [materials, surfaces, frequencies, shownPage, edits],
  );
  const typed = new Set(editedSurfaces(edits));
  const calculated = useMemo(
    () =>
      layersUnderEdits(
        materials,
        surfaces,
        edits,
        rows.map(({ frequency }) => frequency),
      ),
    [materials, surfaces, edits, rows],
  );
  const bare = surfacesWithoutLayers(materials, surfaces).filter((surface) => !typed.has(surface));
  const edited = Object.keys(edits).length;
  const check = (key: string, text: string) => {
    const value = parseImpedance(text);
    const others = new Set(invalid);
    if (value) others.delete(key);
    else others.add(key);
    setInvalid(others);
    if (value) change({ impedanceEdits: { ...edits, [key]: value } });
  };
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('impedance.explain')}
      </Typography>
      {bare.length > 0 && (
        <Alert severity="info" data-testid="impedance-default-pec">
          {t('layers.defaultPec', { surfaces: bare.join(', ') })}
        </Alert>
      )}
      <TableContainer
        sx={{ maxHeight: 470, border: 1, borderColor: 'divider', borderRadius: 1 }}
        tabIndex={0}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={t('impedance.title')}
          data-testid="impedance-table"
          sx={{ '& td, & th': { px: 1 } }}
        >
          <TableHead>
            <TableRow>
              <TableCell align="right">GHz</TableCell>
              <TableCell sx={BESIDE}>{t('layers.surface')}</TableCell>
              <TableCell>Z [Ω]</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ frequency, params }) =>
              params.map(({ impedanceSurface, impedanceReal: real, impedanceImaginary: imaginary }, i) => {
                const key = impedanceKey(impedanceSurface, frequency);
                const own = calculated.get(key);
                const shown = impedanceText({ real, imaginary }, IMPEDANCE_DECIMALS.editing, i18n.language);
                return (
                  <TableRow key={impedanceSurface}>
                    {i === 0 && (
                      <TableCell
                        component="th"
                        scope="rowgroup"
                        align="right"
                        rowSpan={params.length}
                        sx={{ verticalAlign: 'top', pt: 1.5 }}
                      >
                        {six(frequency / HZ_PER_GHZ)}
                      </TableCell>
                    )}
                    <TableCell component="th" scope="row" sx={{ ...BESIDE, overflowWrap: 'anywhere' }}>
                      {surfaceName(impedanceSurface)}
                    </TableCell>
                    <TableCell sx={{ width: { sm: 252 } }}>
                      <Typography variant="caption" component="div" sx={ABOVE}>
                        {surfaceName(impedanceSurface)}
                      </Typography>
                      <ImpedanceCell
                        key={`${shown}${reset}`}
                        shown={shown}
                        label={t('impedance.cell', {
                          surface: impedanceSurface,
                          frequency: six(frequency / HZ_PER_GHZ),
                        })}
                        edited={edits[key] !== undefined}
                        hint={
                          own &&
                          t('impedance.ofLayers', {
                            // It does not break in the middle.
                            impedance: impedanceText(
                              own,
                              IMPEDANCE_DECIMALS.summary,
                              i18n.language,
                            ).replaceAll(' ', '\u00a0'),
                          })
                        }
                        wrong={invalid.has(key)}
                        onCommit={(text) => check(key, text)}
                        testId={`impedance-${impedanceSurface}-${frequency}`}
                      />
                    </TableCell>
                  </TableRow>
                );
              }),
            )}
          </TableBody>
        </Table>
      </TableContainer>
      {frequencies.length > ROWS_A_PAGE && (
        <TablePagination
          component="div"
          count={frequencies.length}
          page={shownPage}
          onPageChange={(_, next) => setPage(next)}
          rowsPerPage={ROWS_A_PAGE}
          rowsPerPageOptions={[ROWS_A_PAGE]}
          labelDisplayedRows={({ from, to, count }) => t('impedance.rows', { from, to, count })}
          getItemAriaLabel={(type) => t(type === 'next' ? 'impedance.nextPage' : 'impedance.previousPage')}
        />
      )}
      {invalid.size > 0 && (
        <Alert severity="error" data-testid="impedance-invalid">
          {t('impedance.invalid')}{' '}
          {t('impedance.example', { example: impedanceText(IMPEDANCE_EXAMPLE, 1, i18n.language) })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          disabled={edited === 0 && invalid.size === 0}
          onClick={() => {
            change({ impedanceEdits: {} });
            setInvalid(new Set());
            setReset(reset + 1);
          }}
          data-testid="impedance-reset"
        >
          {t('impedance.reset')}
        </Button>
        <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
          {edited > 0 ? t('impedance.edited', { count: edited }) : t('impedance.calculated')}
        </Typography>
      </Box>
    </>
  );
}

interface CellProps {
  shown: string;
  label: string;
  edited: boolean;
  /** What the layers give where a value is typed over them. */
  hint: string | undefined;
  wrong: boolean;
  onCommit: (text: string) => void;
  testId: string;
}

function ImpedanceCell({ shown, label, edited, hint, wrong, onCommit, testId }: CellProps) {
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
