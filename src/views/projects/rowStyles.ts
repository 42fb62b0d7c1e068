import { css } from 'styled-system/css';

/** A table in a card whose rows lead somewhere: the whole row is the link's target. */
export const rowsClass = css({
  width: 'full',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& th, & td': { textAlign: 'start', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& thead th': { height: '6', textStyle: 'small', color: 'muted', fontWeight: 'medium', verticalAlign: 'top' },
  '& tbody th': { fontWeight: 'medium' },
  '& tbody tr': {
    position: 'relative',
    height: 'row.large',
    borderTop: 'hairline',
    _hover: { background: 'hover' },
  },
  '& [data-numeric]': { textAlign: 'end' },
});
export const rowLinkClass = css({
  color: 'text',
  textDecoration: 'none',
  _after: { content: '""', position: 'absolute', inset: '0' },
  _focusVisible: { outline: 'none', _after: { outline: 'focus', outlineOffset: '-0.5', borderRadius: 'small' } },
});
