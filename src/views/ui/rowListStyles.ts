import { css } from 'styled-system/css';

/** A list of things, each with what can be done to it. */
export const rowList = css({ listStyle: 'none', margin: '0' });
export const listRow = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  paddingBlock: 'row.medium',
  paddingInline: '5',
  '&:not(:first-child)': { borderTop: 'hairline' },
});
export const rowFacts = css({ display: 'grid', gap: '0.5', minWidth: '0', overflowWrap: 'anywhere' });
export const rowName = css({ textStyle: 'label' });
/** A name with its badges. */
export const nameRow = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
export const rowNote = css({ textStyle: 'small', color: 'muted' });
