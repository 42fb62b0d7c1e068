import { css } from 'styled-system/css';

/**
 * What floats: raised, with the only shadow there is. It stays where it is written, inside its landmark or dialog, and is
 * placed by `strategy: 'fixed'`, which no scrolling ancestor clips.
 */
export const floatClass = css({
  zIndex: 'float',
  background: 'raised',
  borderRadius: 'medium',
  boxShadow: 'float',
  animation: 'riseIn',
  outline: 'forced',
});
