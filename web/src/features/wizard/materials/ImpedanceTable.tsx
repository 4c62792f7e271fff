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
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, IMPEDANCE_EXAMPLE, impedanceText, surfacesWithoutLayers } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../useNumbers.ts';
import type { Wizard } from '../useWizard.ts';
import { BESIDE, ImpedanceRow } from './ImpedanceRow.tsx';
import { editedSurfaces, impedanceKey } from './materialSettings.ts';
import { useImpedanceEdits } from './useImpedanceEdits.ts';
import { ROWS_A_PAGE, useImpedancePage } from './useImpedancePage.ts';
import { useSurfaceName } from './useSurfaceName.ts';

/** Surface impedance of every surface at every frequency: calculated from the layers, and open to correction. */
export function ImpedanceTable({ wizard }: { wizard: Wizard }) {
  const { t, i18n } = useTranslation('materials');
  const { draft, surfaces, frequencies } = wizard;
  const { page, setPage, rows, calculated } = useImpedancePage(wizard);
  const editing = useImpedanceEdits(wizard);
  const { edits, invalid } = editing;
  const typed = new Set(editedSurfaces(edits));
  const bare = surfacesWithoutLayers(draft.materials, surfaces).filter((surface) => !typed.has(surface));
  const edited = Object.keys(edits).length;
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
      <ImpedanceRows wizard={wizard} rows={rows} calculated={calculated} editing={editing} />
      {frequencies.length > ROWS_A_PAGE && (
        <TablePagination
          component="div"
          count={frequencies.length}
          page={page}
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
          onClick={editing.reset}
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

interface ImpedanceRowsProps extends Pick<ReturnType<typeof useImpedancePage>, 'rows' | 'calculated'> {
  wizard: Wizard;
  editing: ReturnType<typeof useImpedanceEdits>;
}

function ImpedanceRows({ wizard, rows, calculated, editing }: ImpedanceRowsProps) {
  const { t } = useTranslation('materials');
  const { six } = useNumbers();
  const surfaceName = useSurfaceName(wizard);
  const { edits, invalid, resetCount, commit } = editing;
  return (
    <TableContainer sx={{ maxHeight: 470, border: 1, borderColor: 'divider', borderRadius: 1 }} tabIndex={0}>
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
            params.map((entry, i) => {
              const key = impedanceKey(entry.impedanceSurface, frequency);
              return (
                <ImpedanceRow
                  key={entry.impedanceSurface}
                  frequencyHz={frequency}
                  frequencyText={six(frequency / HZ_PER_GHZ)}
                  frequencyRows={i === 0 ? params.length : undefined}
                  entry={entry}
                  surfaceName={surfaceName(entry.impedanceSurface)}
                  ofLayers={calculated.get(key)}
                  edited={edits[key] !== undefined}
                  wrong={invalid.has(key)}
                  resetCount={resetCount}
                  onCommit={(text) => commit(key, text)}
                />
              );
            }),
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
