import { css } from 'styled-system/css';

/** The style of all text fields and selects. 16 px on touch screens, below which iOS zooms the page. */
export const controlClass = css({
  width: 'full',
  minWidth: '0',
  color: 'text',
  background: 'surface',
  fontFamily: 'sans',
  fontSize: { base: 'prose', _coarse: 'touch' },
  lineHeight: 'dense',
  border: 'control',
  borderRadius: 'medium',
  transitionProperty: '[border-color]',
  transitionDuration: 'fast',
  _focusVisible: { outlineOffset: '[-1px]' },
  '&[aria-invalid=true]': { borderColor: 'danger' },
  '&:disabled': { color: 'muted', background: 'canvas', borderColor: 'hairline', cursor: 'not-allowed' },
  '&:read-only:not(select)': { background: 'canvas' },
});
