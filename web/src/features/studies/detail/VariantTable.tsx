import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Typography from '@mui/material/Typography';
import type { Study, Variant, VariantStatus } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunErrorText } from '../../../ui/ErrorAlert.tsx';
import { TextLink } from '../../../ui/LinkButton.tsx';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import { sorted, type Order } from './variants.ts';

const ROWS = 25;
const COLOURS: Partial<Record<VariantStatus, 'success' | 'error' | 'info'>> = {
  Finished: 'success',
  Error: 'error',
  Running: 'info',
  Starting: 'info',
};

interface Props {
  study: Study;
  best: Variant | undefined;
  chosen: ReadonlySet<number>;
  /** Where the results of a variant are shown */
  resultsPath: (projectId: string) => string;
  onChoose: (number: number, isChosen: boolean) => void;
  /** The pointer or the focus is on a row, or on none */
  onHover: (number: number | undefined) => void;
}

/** All variants with their values, objectives and states. */
export function VariantTable({ study, best, chosen, resultsPath, onChoose, onHover }: Props) {
  const { t } = useTranslation('studies');
  const { parameterTitle, objectiveName } = useStudyTexts();
  const { parameters, objectives } = study.definition;
  const [order, setOrder] = useState<Order>({ by: 'number', descending: false });
  const [page, setPage] = useState(0);
  const rows = useMemo(() => sorted(study.variants, order), [study.variants, order]);
  const lastPage = Math.max(0, Math.ceil(rows.length / ROWS) - 1);
  const shown = Math.min(page, lastPage);
  const head = (by: Order['by'], label: string, align: 'left' | 'right' = 'left') => {
    const isActive = order.by === by;
    return (
      <TableCell
        key={by}
        align={align}
        sortDirection={isActive ? (order.descending ? 'desc' : 'asc') : false}
        sx={{ minWidth: 96 }}
      >
        <TableSortLabel
          active={isActive}
          direction={isActive && order.descending ? 'desc' : 'asc'}
          onClick={() => setOrder({ by, descending: isActive && !order.descending })}
          data-testid={`study-sort-${by.replace(' ', '-')}`}
        >
          {label}
        </TableSortLabel>
      </TableCell>
    );
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <TableContainer tabIndex={0} role="group" aria-label={t('table.title')} sx={{ position: 'relative' }}>
        <Table size="small" aria-label={t('table.title')} data-testid="study-table">
          <TableHead>
            <TableRow>
              <TableCell padding="checkbox">
                <span style={visuallyHidden}>{t('table.drawn')}</span>
              </TableCell>
              {head('number', t('table.number'))}
              {parameters.map((parameter, i) => head(`parameter ${i}`, parameterTitle(parameter)))}
              {objectives.map((objective, i) =>
                head(`objective ${i}`, `${objectiveName(objective)} [dBsm]`, 'right'),
              )}
              {head('status', t('table.status'))}
              <TableCell>
                <span style={visuallyHidden}>{t('table.results')}</span>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody onMouseLeave={() => onHover(undefined)}>
            {rows.slice(shown * ROWS, (shown + 1) * ROWS).map((variant) => (
              <Row
                key={variant.number}
                {...{ study, variant, resultsPath, onChoose, onHover }}
                isBest={variant === best}
                isChosen={chosen.has(variant.number)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {rows.length > ROWS && (
        <TablePagination
          component="div"
          count={rows.length}
          page={shown}
          rowsPerPage={ROWS}
          rowsPerPageOptions={[ROWS]}
          labelDisplayedRows={({ from, to, count }) => t('table.rows', { from, to, count })}
          onPageChange={(_, next) => setPage(next)}
        />
      )}
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('table.note')}
      </Typography>
    </Box>
  );
}

interface RowProps extends Omit<Props, 'best' | 'chosen'> {
  variant: Variant;
  isBest: boolean;
  isChosen: boolean;
}

function Row({ study, variant, isBest, isChosen, resultsPath, onChoose, onHover }: RowProps) {
  const { t } = useTranslation('studies');
  const { valueText, dbsm, barText } = useStudyTexts();
  const { parameters, objectives } = study.definition;
  const { number, status, projectId, fraction, converged } = variant;
  const percent = fraction === undefined ? '' : ` ${Math.round(100 * fraction)} %`;
  return (
    <TableRow
      hover
      selected={isChosen}
      onMouseEnter={() => onHover(number)}
      data-testid={`study-row-${number}`}
      data-status={status}
    >
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isChosen}
          disabled={variant.objectives.length === 0}
          onChange={(_, next) => onChoose(number, next)}
          onFocus={() => onHover(number)}
          slotProps={{ input: { 'aria-label': t('table.choose', { number }) } }}
        />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {number}
        {isBest && <Chip size="small" color="primary" label={t('table.best')} sx={{ ml: 1 }} />}
      </TableCell>
      {parameters.map((parameter, i) => (
        <TableCell key={i} sx={{ whiteSpace: 'nowrap' }}>
          {valueText(parameter, variant.values[i]!)}
        </TableCell>
      ))}
      {objectives.map((_, i) => {
        const value = variant.objectives[i];
        const bar = value ? barText(value) : undefined;
        return (
          <TableCell key={i} align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {value ? dbsm(value.value) : '–'}
            {bar !== undefined && (
              <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 0.75 }}>
                {bar}
              </Typography>
            )}
          </TableCell>
        );
      })}
      <TableCell sx={{ minWidth: 150 }}>
        <Chip
          size="small"
          variant="outlined"
          color={converged === false ? 'warning' : (COLOURS[status] ?? 'default')}
          label={
            converged === false
              ? t('status.unconverged')
              : `${t(`status.${status}`)}${status === 'Running' ? percent : ''}`
          }
        />
        {variant.error && (
          <Typography variant="caption" component="p" sx={{ color: 'error.main', mt: 0.5, maxWidth: '48ch' }}>
            <RunErrorText {...variant.error} />
          </Typography>
        )}
      </TableCell>
      <TableCell>
        {projectId !== null && (
          <TextLink to={resultsPath(projectId)} aria-label={t('table.openOf', { number })}>
            {t('table.open')}
          </TextLink>
        )}
      </TableCell>
    </TableRow>
  );
}
