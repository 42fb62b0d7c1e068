import { useEffect, useState } from 'react';

/**
 * Whether an Ark layer is open: never in its first render. Ark has to see it closed before it opens: what is open from
 * the start waits at its end for an animation that does not come, and stays on the page.
 */
export function useOpensAfterMount(open: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the first render has to be a closed one
  useEffect(() => setMounted(true), []);
  return open && isMounted;
}
