import { css } from 'styled-system/css';

/** Around a `Table`: a card for each row on a narrow window, where a cell with `data-name` has its name beside it. */
export const rowCardsClass = css({
  mdDown: {
    '& table, & tbody': { display: 'block' },
    '& thead': { srOnly: true },
    '& tbody tr': { display: 'block', paddingBlock: '3' },
    '& tbody tr:first-child': { borderTop: '[none]' },
    '& tbody th, & tbody td': { display: 'block', paddingBlock: '0.5' },
    '& td[data-name]': { textStyle: 'small' },
    '& td[data-name]::before': { content: 'attr(data-name) " "', color: 'muted' },
  },
});
