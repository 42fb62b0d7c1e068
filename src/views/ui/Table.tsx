import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { ScrollRegion } from './ScrollRegion.tsx';

// Scrolls inside itself, so that the page never scrolls sideways.
const frame = css({ overflowX: 'auto', minWidth: '0' });
const framed = css({ background: 'surface', border: 'hairline', borderRadius: 'large', boxShadow: 'card' });
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  textAlign: 'start',
  '& th, & td': { paddingBlock: 'row.medium', paddingInline: '5', textAlign: 'start', verticalAlign: 'middle' },
  '& thead th': { textStyle: 'small', color: 'muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
  // Names may wrap, but not between any two letters.
  '& tbody th': { fontWeight: 'medium', minWidth: 'name' },
  '& tbody tr': { borderTop: 'hairline' },
  '& tbody tr:hover': { background: 'hover' },
  '& [data-numeric]': { textAlign: 'end' },
});

interface TableProps {
  /** Accessible name of the table. */
  label: string;
  /** Without its own frame, inside a flush card. */
  bare?: boolean | undefined;
  /** `<thead>` and `<tbody>`; cells with `data-numeric` are right-aligned. */
  children: ReactNode;
}

export const Table = ({ label, bare = false, children }: TableProps) => (
  <ScrollRegion className={cx(frame, !bare && framed)} label={label}>
    <table className={table}>{children}</table>
  </ScrollRegion>
);
