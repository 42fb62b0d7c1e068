import { createElement } from 'react';
import type { DialogProps } from './DialogWindow.tsx';
import { floatingParts, useFloating } from './floatingParts.ts';
// Follows the focus from the start, and not only once a dialog has loaded.
import './focus/focusOrigin.ts';

/** A dialog above everything else. The flow decides whether it is open. */
export function Dialog(props: DialogProps) {
  const DialogWindow = useFloating(floatingParts.dialog, props.open);
  return DialogWindow && createElement(DialogWindow, props);
}
