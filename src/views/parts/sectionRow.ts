import { css } from 'styled-system/css';

/**
 * A row of links that scrolls sideways where the window has no room for all of them. Its end fades, so that a name
 * which is cut is seen to go on.
 */
export const sectionRowClass = css({
  display: 'flex',
  margin: '0',
  listStyle: 'none',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  position: 'relative',
  paddingInlineEnd: { base: '0', lgDown: '8' },
  lgDown: {
    scrollPaddingInlineEnd: '8',
    maskImage: '[linear-gradient(to right, black calc(100% - {spacing.8}), transparent)]',
  },
});
