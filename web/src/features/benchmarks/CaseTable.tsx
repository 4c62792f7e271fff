import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { SCORE_GROUPS, SCORE_REFERENCES, type ScoreCase } from '@pace/contract/scoreboard';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/LinkButton.tsx';
import { NO_FILTER, rowsOf, type Filter, type Order, type SortKey } from './caseRows.ts';
import { useFigures } from './figures.ts';
import { caseAddress } from './links.ts';
import { ScrollTable } from './ScrollTable.tsx';

/** Text ascends first, figures too: the cheapest and the most exact stand on top. */
const FIRST_ORDER: Order = { key: 'group', descending: false };

/** Every case of validation as a line; sorted by a click on a heading. */
export function CaseTable({ cases }: { cases: readonly ScoreCase[] }) {
  const { t } = useTranslation('benchmarks');
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [order, setOrder] = useState<Order>(FIRST_ORDER);
  const rows = useMemo(() => rowsOf(cases, filter, order), [cases, filter, order]);
  const sortBy = (key: SortKey) =>
    setOrder((old) => ({ key, descending: old.key === key && !old.descending }));
  const head = (key: SortKey, text = false) => (
    <SortHead key={key} {...{ sortKey: key, order, text }} onSort={() => sortBy(key)} />
  );
  return (
    <div>
      <FilterBar filter={filter} onChange={setFilter} />
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('cases.shown', { count: rows.length, all: cases.length })}
      </Typography>
      <ScrollTable caption={t('cases.table')} captionHidden minWidth={1020} testId="benchmarks-cases">
        <thead>
          <tr>
            {head('title', true)}
            {head('group', true)}
            <th scope="col" className="text">
              {t('columns.reference')}
            </th>
            {head('unknowns')}
            {head('coreSeconds')}
            {head('memory')}
            {head('mean')}
            {head('relative')}
            <th scope="col" className="text">
              {t('columns.verdict')}
            </th>
            <th scope="col" className="text">
              {t('columns.curve')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <CaseRow key={one.id} theCase={one} />
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}

function SortHead({
  sortKey,
  order,
  text,
  onSort,
}: {
  sortKey: SortKey;
  order: Order;
  text: boolean;
  onSort: () => void;
}) {
  const { t } = useTranslation('benchmarks');
  const active = order.key === sortKey;
  const sorted = active ? (order.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sorted} className={text ? 'text words' : 'words'}>
      <ButtonBase
        onClick={onSort}
        data-testid={`benchmarks-sort-${sortKey}`}
        sx={{
          font: 'inherit',
          fontWeight: 600,
          textAlign: 'inherit',
          minWidth: sortKey === 'mean' ? '7rem' : undefined,
          justifyContent: text ? 'start' : 'end',
          borderRadius: 0.5,
          color: active ? 'text.primary' : 'inherit',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        {t(`columns.${sortKey}`)}
        <Box component="span" aria-hidden sx={{ width: '1.2em', flex: 'none', textAlign: 'center' }}>
          {active ? (order.descending ? '↓' : '↑') : ''}
        </Box>
      </ButtonBase>
    </th>
  );
}

function FilterBar({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('benchmarks');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 1.5 }}>
      <TextField
        select
        fullWidth={false}
        size="small"
        label={t('columns.group')}
        value={filter.group}
        onChange={({ target }) => onChange({ ...filter, group: target.value as Filter['group'] })}
        slotProps={{ htmlInput: { 'data-testid': 'benchmarks-group' } }}
        sx={{ minWidth: { xs: '100%', sm: 260 } }}
      >
        <MenuItem value="all">{t('cases.allGroups')}</MenuItem>
        {SCORE_GROUPS.map((group) => (
          <MenuItem key={group} value={group}>
            {t(`groups.${group}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        fullWidth={false}
        size="small"
        label={t('columns.reference')}
        value={filter.reference}
        onChange={({ target }) => onChange({ ...filter, reference: target.value as Filter['reference'] })}
        sx={{ minWidth: { xs: '100%', sm: 220 } }}
      >
        <MenuItem value="all">{t('cases.allReferences')}</MenuItem>
        {SCORE_REFERENCES.map((reference) => (
          <MenuItem key={reference} value={reference}>
            {t(`references.${reference}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="search"
        fullWidth={false}
        size="small"
        label={t('cases.search')}
        value={filter.words}
        onChange={({ target }) => onChange({ ...filter, words: target.value })}
        slotProps={{ htmlInput: { 'data-testid': 'benchmarks-search' } }}
        sx={{ minWidth: { xs: '100%', sm: 220 } }}
      />
    </Box>
  );
}

function CaseRow({ theCase }: { theCase: ScoreCase }) {
  const { t } = useTranslation('benchmarks');
  const { whole, short, percent, gigabytes, decibels } = useFigures();
  const { id, title, group, references, record, comparesCurves, curves } = theCase;
  const summary = record?.summary;
  return (
    <tr data-testid={`benchmarks-case-${id}`}>
      <Box component="th" scope="row" className="text words" sx={{ minWidth: 220 }}>
        <TextLink to={caseAddress(id)} lang="en">
          {title}
        </TextLink>
        <Box component="code" sx={{ display: 'block', color: 'text.secondary', fontWeight: 400 }}>
          {id}
        </Box>
      </Box>
      <td className="text">{t(`groups.${group}`)}</td>
      <td className="text">{references.map((key) => t(`references.${key}`)).join(', ')}</td>
      {summary === undefined ? (
        <td colSpan={5} className="text">
          {t('notMeasured')}
        </td>
      ) : (
        <>
          <td>
            {summary.unknowns > 0 || summary.facets === undefined
              ? whole(summary.unknowns)
              : t('facets', { value: whole(summary.facets) })}
          </td>
          <td>
            {summary.upperBound
              ? t('atMost', { value: short(summary.coreSeconds) })
              : short(summary.coreSeconds)}
          </td>
          <td>{gigabytes(summary.memoryBytes)}</td>
          <td>{summary.meanDb ? decibels(summary.meanDb) : t('none')}</td>
          <td>{summary.relative ? percent(summary.relative.value) : t('none')}</td>
        </>
      )}
      <td className="text">{summary ? t(`verdict.${summary.verdict}`) : t('none')}</td>
      <td className="text">
        {comparesCurves ? t(curves === undefined ? 'curve.no' : 'curve.yes') : t('none')}
      </td>
    </tr>
  );
}
