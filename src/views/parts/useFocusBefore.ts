import { useState } from 'react';
import { focusedNow, wayBack } from '../ui/focusBefore.ts';

/** For what is there only while it is open: where the focus goes when it closes. */
export function useFocusBefore(): () => HTMLElement | null {
  const [before] = useState(focusedNow);
  return () => wayBack(before);
}
