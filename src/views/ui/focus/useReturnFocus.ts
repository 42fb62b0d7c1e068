import { useCallback, useState } from 'react';
import { focusOrigin, returnFocus } from './focusOrigin.ts';

/** For an element that exists only while it is open: where the focus goes when it closes. */
export function useReturnFocus(): () => HTMLElement | null {
  const [before] = useState(focusOrigin);
  return useCallback(() => returnFocus(before), [before]);
}
