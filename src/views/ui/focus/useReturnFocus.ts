import { useState } from 'react';
import { focusOrigin, returnFocus } from './focusOrigin.ts';

/** For what is there only while it is open: where the focus goes when it closes. */
export function useReturnFocus(): () => HTMLElement | null {
  const [before] = useState(focusOrigin);
  return () => returnFocus(before);
}
