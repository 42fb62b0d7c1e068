import { css } from 'styled-system/css';

/** A list that fills a card. */
export const listClass = css({ listStyle: 'none', margin: '0', paddingTop: '3' });

/** One of its rows: what it is on the left, a fact on the right. */
export const rowClass = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: 'row.large',
  paddingBlock: 'row.medium',
  paddingInline: '5',
  borderTop: 'hairline',
});
