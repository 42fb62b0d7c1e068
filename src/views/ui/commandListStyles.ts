import { css } from 'styled-system/css';

/* A field with a list below it, as in the command palette. */

export const headClass = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  paddingInline: '3',
  height: 'topBar',
  borderBottom: 'hairline',
});
export const byFingerClass = css({ display: { base: 'none', _coarse: 'contents', smDown: 'contents' } });
export const fieldClass = css({
  flex: '1',
  minWidth: '0',
  height: 'full',
  paddingInline: '1',
  background: '[transparent]',
  border: 'none',
  color: 'text',
  outline: 'none',
  fontSize: { base: 'prose', _coarse: 'touch' },
});
export const listClass = css({ flex: '1', minHeight: '0', overflowY: 'auto', padding: '1.5', scrollPaddingBlock: '8' });
export const headingClass = css({ textStyle: 'tiny', color: 'muted', paddingBlock: '1.5', paddingInline: '2' });
export const rowClass = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: 'control.medium',
  paddingBlock: '1',
  paddingInline: '2',
  borderRadius: 'medium',
  cursor: 'pointer',
  color: 'text',
  '& > svg': { flexShrink: '0', boxSize: 'icon.medium', color: 'muted' },
});
export const markedClass = css({ background: 'selected', outline: 'forced', outlineOffset: '-0.5' });
export const wordsClass = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const factClass = css({
  flexShrink: '1',
  minWidth: '0',
  maxWidth: 'half',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textStyle: 'small',
  color: 'muted',
});
export const noteClass = css({ padding: '3', color: 'muted' });
