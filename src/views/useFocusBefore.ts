import { useState } from 'react';

/** Where the focus goes when what is shown closes: where it was, or to the page when that is gone, as the menu that opened this. */
export function useFocusBefore(): () => HTMLElement | null {
  const [before] = useState(() => document.activeElement);
  return () => (before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.getElementById('main'));
}
