import { useEffect, useState } from 'react';

/** False for the first drawing: what opens with an animation has to have been there closed, or it never ends closing. */
export function useArrived(): boolean {
  const [arrived, arrive] = useState(false);
  useEffect(() => arrive(true), []);
  return arrived;
}
