import { css } from 'styled-system/css';

/** What the command palette has in common with dialogs: what is behind it, its layer and its surface. */
export const scrimClass = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  background: 'scrim',
  animation: 'fadeIn',
});
export const positionerClass = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  display: 'grid',
  paddingInline: '4',
});
export const dialogClass = css({
  display: 'flex',
  flexDirection: 'column',
  width: 'full',
  minWidth: '0',
  background: 'raised',
  borderRadius: 'large',
  boxShadow: 'dialog',
  animation: 'riseIn',
  outline: 'forced',
});
