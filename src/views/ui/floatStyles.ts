import { css } from 'styled-system/css';

/**
 * The style of floating layers, with the only shadow of the design. They stay at their place in the DOM, inside their
 * landmark or dialog, and use `strategy: 'fixed'`, which no scrolling ancestor clips.
 */
export const floatClass = css({
  zIndex: 'float',
  background: 'raised',
  borderRadius: 'medium',
  boxShadow: 'float',
  animation: 'riseIn',
  outline: 'forced',
});
