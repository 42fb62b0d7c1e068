import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Closes an Ark layer by an Escape that comes before Ark listens, which is a frame after the layer is on the page: on
 * a busy computer that is long enough for a key, and a layer below would take it. Returns what to call when Ark asks
 * where the focus goes: from then on it listens.
 */
export function useEarlyEscape(open: boolean, onClose: () => void): () => void {
  const isEarly = useRef(false);
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (!isEarly.current || event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onClose();
  });
  useLayoutEffect(() => {
    if (!open) return;
    isEarly.current = true;
    addEventListener('keydown', close, { capture: true });
    return () => removeEventListener('keydown', close, { capture: true });
  }, [open]);
  return () => {
    isEarly.current = false;
  };
}
