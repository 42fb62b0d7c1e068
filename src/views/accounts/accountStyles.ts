import { css } from 'styled-system/css';

/** A list of things of the account, each with what can be done to it. */
export const accountList = css({ listStyle: 'none', margin: '0' });
export const accountRow = css({
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
export const rowNote = css({ textStyle: 'small', color: 'muted' });

/** A form in its card: its button is as wide as its text. */
export const accountForm = css({
  display: 'grid',
  gap: '4',
  justifyItems: 'start',
  '& > :not(button)': { width: 'full' },
});
