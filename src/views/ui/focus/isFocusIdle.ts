import { isFocusLost } from './isFocusLost.ts';

/**
 * Whether no element that handles keys has the focus: the focused element was removed, or is the content as a whole, or
 * the link that led here.
 */
export function isFocusIdle(): boolean {
  return isFocusLost() || document.activeElement?.matches('main, a[href]') === true;
}
