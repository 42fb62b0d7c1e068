import { css } from 'styled-system/css';

/** What the command palette has in common with dialogs: what is behind it, its place and its surface. */
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
  placeItems: '[start center]',
  paddingBlock: { base: '[12vh]', smDown: '4' },
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
