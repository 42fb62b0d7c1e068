import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { ScrollRegion } from './ScrollRegion.tsx';

// Scrolls inside itself, so that the page never does sideways.
const frame = css({ overflowX: 'auto', minWidth: '0' });
const framed = css({ background: 'surface', border: 'hairline', borderRadius: 'medium' });
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  textAlign: 'start',
  '& th, & td': { paddingBlock: '2', paddingInline: '4', textAlign: 'start', verticalAlign: 'middle' },
  '& thead th': { textStyle: 'small', color: 'muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
  // Names may break, but not letter by letter.
  '& tbody th': { fontWeight: 'medium', minWidth: 'name' },
  '& tbody tr': { borderTop: 'hairline' },
  '& tbody tr:hover': { background: 'hover' },
  '& [data-numeric]': { textAlign: 'end' },
});

export interface TableProps {
  /** Names the table for screen readers. */
  label: string;
  /** Without its own frame, inside a flush card. */
  bare?: boolean | undefined;
  /** `<thead>` and `<tbody>`; cells with `data-numeric` are set to the right. */
  children: ReactNode;
}

export const Table = ({ label, bare = false, children }: TableProps) => (
  <ScrollRegion className={cx(frame, !bare && framed)} label={label}>
    <table className={table}>{children}</table>
  </ScrollRegion>
);
