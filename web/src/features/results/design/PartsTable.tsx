import type { MapPart, Project } from '@pace/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLibraryTexts } from '../../../ui/useLibraryTexts.ts';
import { usePartName } from '../../../ui/usePartName.ts';
import {
  FIRST_ORDER,
  PART_DIGITS,
  partRow,
  shownColumns,
  sortedRows,
  type PartColumn,
  type PartFigure,
  type PartOrder,
} from '../data/partRows.ts';
import { PartName, type PartsSelection } from './PartName.tsx';

interface PartsTableProps {
  project: Project;
  parts: readonly MapPart[];
  /** Absent: parts cannot be selected */
  selection?: PartsSelection | undefined;
}

/** What each part does to the echo; sorted by a click on a heading. */
export function PartsTable({ project, parts, selection }: PartsTableProps) {
  const { t, i18n } = useTranslation('results');
  const nameOf = usePartName(project.state.meshReport);
  const [order, setOrder] = useState<PartOrder>(FIRST_ORDER);
  const rows = useMemo(() => parts.map((part) => partRow(part, nameOf(part))), [parts, nameOf]);
  const columns = useMemo(() => shownColumns(rows), [rows]);
  const sorted = useMemo(() => sortedRows(rows, order), [rows, order]);
  const partOf = (index: number) => parts.find((one) => one.index === index)!;
  const sortBy = (column: PartColumn) =>
    setOrder((old) => ({ column, descending: old.column === column ? !old.descending : column !== 'name' }));
  const figure = (column: PartFigure, value: number | undefined) => {
    if (value === undefined) return t('design.none');
    const digits = { minimumFractionDigits: PART_DIGITS[column], maximumFractionDigits: PART_DIGITS[column] };
    return value.toLocaleString(i18n.language, { ...digits, signDisplay: 'negative' });
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h4" component="h3" sx={{ mb: 0.5 }}>
        {t('design.parts')}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={t('design.parts')} sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          data-testid="design-parts"
          sx={{
            borderCollapse: 'collapse',
            fontSize: '0.8125rem',
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { px: 1.5, py: 0.5, textAlign: 'right', whiteSpace: 'nowrap' },
            '& tbody th, & thead th:first-of-type': {
              textAlign: 'left',
              fontWeight: 'inherit',
              position: 'sticky',
              left: 0,
              bgcolor: 'background.default',
            },
            '& thead th': { borderBottom: 1, borderColor: 'divider', verticalAlign: 'bottom' },
            '& tbody tr + tr > *': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHead key={column} {...{ column, order }} onSort={() => sortBy(column)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ index, name, figures }) => (
              <tr key={index} data-part={index}>
                <th scope="row">
                  <PartName part={partOf(index)} {...{ name, selection }} />
                  <Outwards of={partOf(index).outwards} />
                </th>
                {columns.map(
                  (column) =>
                    column !== 'name' && (
                      <td key={column} data-column={column} data-value={figures[column]}>
                        {figure(column, figures[column])}
                      </td>
                    ),
                )}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1, maxWidth: '80ch' }}>
        {t('design.partsExplained')}
        {parts.some(({ outwards }) => outwards) && ` ${t('design.outwardsExplained')}`}
        {columns.includes('benefit') && ` ${t('design.benefitExplained')}`}
      </Typography>
    </Box>
  );
}

/** The materials on both sides of a part of a composite. */
function Outwards({ of }: { of: MapPart['outwards'] }) {
  const { nameOf } = useLibraryTexts();
  return (
    of && (
      <Typography
        variant="caption"
        component="div"
        sx={{ color: 'text.secondary' }}
        data-testid="design-outwards"
      >
        {`${nameOf({ name: of.from })} → ${nameOf({ name: of.into })}`}
      </Typography>
    )
  );
}

function SortHead({ column, order, onSort }: { column: PartColumn; order: PartOrder; onSort: () => void }) {
  const { t } = useTranslation('results');
  const active = order.column === column;
  const sorted = active ? (order.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sorted}>
      <ButtonBase
        onClick={onSort}
        data-testid={`design-sort-${column}`}
        sx={{
          font: 'inherit',
          fontWeight: 600,
          textAlign: 'inherit',
          borderRadius: 0.5,
          color: active ? 'text.primary' : 'text.secondary',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <span>
          {t(`design.columns.${column}`)}
          {column !== 'name' && (
            <Box component="span" sx={{ display: 'block', fontWeight: 400 }}>
              {t(`design.units.${column}`)}
            </Box>
          )}
        </span>
        <Box component="span" aria-hidden sx={{ width: '1.2em', flex: 'none', textAlign: 'center' }}>
          {active ? (order.descending ? '↓' : '↑') : ''}
        </Box>
      </ButtonBase>
    </th>
  );
}
