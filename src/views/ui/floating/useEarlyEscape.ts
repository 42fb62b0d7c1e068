import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Closes an Ark layer by an Escape that comes before Ark listens, which is a frame after the layer is on the page: on a
 * busy computer that is long enough for a key. Later, Ark takes the key first.
 */
export function useEarlyEscape(open: boolean, onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    onClose();
  });
  useLayoutEffect(() => {
    if (!open) return;
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);
}
