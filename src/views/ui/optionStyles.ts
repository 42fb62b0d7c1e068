import { css } from 'styled-system/css';

/** One row of any list of options. */
export const optionClass = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'control.small',
  paddingBlock: '1',
  paddingInline: '2',
  borderRadius: 'small',
  cursor: 'pointer',
  color: 'text',
  outline: 'none',
  '&[data-highlighted]': { background: 'hover', outline: 'forced', outlineOffset: '-0.5' },
  '&[data-disabled]': { color: 'disabled', cursor: 'not-allowed' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.small', color: 'muted' },
});
export const optionWordsClass = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
export const optionDetailClass = css({ display: 'block', textStyle: 'small', color: 'muted' });
export const optionGroupClass = css({ textStyle: 'tiny', color: 'muted', paddingBlock: '1', paddingInline: '2' });
export const optionTickClass = css({ flexShrink: '0', '& > svg': { boxSize: 'icon.small' } });
