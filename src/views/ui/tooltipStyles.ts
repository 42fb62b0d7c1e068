import { css } from 'styled-system/css';

/** Both kinds of tooltips: of a control, and of what says more than is seen. */
export const bubbleClass = css({
  maxWidth: 'popover',
  paddingBlock: '1',
  paddingInline: '2',
  textStyle: 'small',
  color: 'text',
  textWrap: 'pretty',
});

/** Between a tooltip and its element. */
export const bubbleGap = 6;
export const openDelayMs = 400;
export const closeDelayMs = 80;
