import { css } from 'styled-system/css';

/** How the forms of a table's structure look. */
export const tableForm = {
  fields: css({ display: 'grid', gap: '4', padding: '4', gridTemplateColumns: '[minmax(0, 1fr)]' }),
  heading: css({ textStyle: 'label' }),
  group: css({
    display: 'grid',
    gap: '3',
    padding: '3',
    border: 'hairline',
    borderRadius: 'medium',
    background: 'canvas',
  }),
  pair: css({
    display: 'grid',
    columnGap: '2',
    rowGap: '3',
    gridTemplateColumns: { base: '[1fr 1fr]', mdDown: '[1fr]' },
  }),
  trio: css({
    display: 'grid',
    columnGap: '2',
    rowGap: '3',
    gridTemplateColumns: { base: '[1fr 1fr 1fr]', mdDown: '[1fr]' },
  }),
  choices: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4', rowGap: '2' }),
  end: css({ display: 'flex', marginInlineStart: 'auto' }),
  problem: css({ color: 'danger', textStyle: 'small' }),
};

/** A table of rows in a region that scrolls. */
export const rowsTable = css({
  borderCollapse: 'collapse',
  minWidth: 'full',
  textStyle: 'small',
  '& th, & td': {
    paddingBlock: '1',
    paddingInline: '2',
    borderBottom: 'hairline',
    textAlign: 'start',
    verticalAlign: 'top',
  },
  '& th': { position: 'sticky', top: '0', background: 'surface', fontWeight: 'medium', whiteSpace: 'nowrap' },
});
