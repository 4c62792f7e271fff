import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

export interface Column<T> {
  title: string;
  align?: 'right';
  cell: (row: T) => ReactNode;
}

/** A table that scrolls sideways within itself on narrow screens, by keyboard as well. */
export function DataTable<T extends { id: string | number }>({
  label,
  columns,
  rows,
  testId,
  minWidth = 720,
}: {
  label: string;
  columns: Column<T>[];
  rows: T[];
  testId: string;
  minWidth?: number;
}) {
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '& .MuiButton-root': { whiteSpace: 'nowrap' },
      }}
    >
      <Table size="small" sx={{ minWidth }} data-testid={testId}>
        <TableHead>
          <TableRow>
            {columns.map(({ title, align }) => (
              <TableCell key={title} align={align ?? 'left'} sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} data-testid={`${testId}-${row.id}`}>
              {columns.map(({ title, align, cell }) => (
                <TableCell key={title} align={align ?? 'left'} sx={{ overflowWrap: 'anywhere' }}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
