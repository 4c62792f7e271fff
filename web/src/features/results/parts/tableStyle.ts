/** Tables below the plot: the first column stays in view. */
export const TABLE_STYLE = {
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1.5, py: 0.5, textAlign: 'left', whiteSpace: 'nowrap' },
  '& td[data-number], & th[data-number]': { textAlign: 'right' },
  '& tbody th, & thead th:first-of-type': {
    fontWeight: 'inherit',
    position: 'sticky',
    left: 0,
    zIndex: 2,
    bgcolor: 'background.default',
  },
  '& thead th': { borderBottom: 1, borderColor: 'divider', verticalAlign: 'bottom' },
  '& tbody tr + tr > *': { borderTop: 1, borderColor: 'divider' },
} as const;
