import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ADMIN_PAGE_SIZE } from '@pace/contract';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageRequest } from '../../api/admin.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';

interface Query<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
}

/** A list that comes in pages and can be searched: what every list of the administration looks like. */
export function ListFrame<T extends { total: number }>({
  id,
  searchLabel,
  useList,
  children,
}: {
  id: string;
  searchLabel: string;
  useList: (request: PageRequest) => Query<T>;
  children: (list: T) => ReactNode;
}) {
  const { t } = useTranslation('admin');
  const [{ search, page }, setRequest] = useState<PageRequest>({ search: '', page: 0 });
  // What is typed is sought when there is time for it, not with every letter.
  const list = useList({ search: useDeferredValue(search), page });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextField
        size="small"
        type="search"
        label={searchLabel}
        value={search}
        onChange={(event) => setRequest({ search: event.target.value, page: 0 })}
        sx={{ maxWidth: 420 }}
        slotProps={{ htmlInput: { 'data-testid': `${id}-search` } }}
      />
      {list.isError && <ErrorAlert error={list.error} />}
      {!list.data && !list.isError && <LoadingScreen />}
      {list.data?.total === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('nothing')}</Typography>}
      {list.data && list.data.total > 0 && children(list.data)}
      {list.data && list.data.total > ADMIN_PAGE_SIZE && (
        <TablePagination
          component="div"
          count={list.data.total}
          page={page}
          rowsPerPage={ADMIN_PAGE_SIZE}
          rowsPerPageOptions={[]}
          onPageChange={(_, next) => setRequest({ search, page: next })}
          labelDisplayedRows={({ from, to, count }) => t('rows', { from, to, count })}
          getItemAriaLabel={(type) => t(type === 'next' ? 'nextPage' : 'previousPage')}
        />
      )}
    </Box>
  );
}
