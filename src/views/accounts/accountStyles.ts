import { css } from 'styled-system/css';

/** A form in its card: its button is as wide as its text. */
export const accountForm = css({
  display: 'grid',
  gap: '4',
  justifyItems: 'start',
  '& > :not(button)': { width: 'full' },
});
