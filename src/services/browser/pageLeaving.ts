/**
 * Calls back whenever the page is hidden, and when it goes: the last moments in which it can surely store something.
 * Returns the way to stop.
 */
export function watchLeaving(leaving: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') leaving();
  };
  document.addEventListener('visibilitychange', hidden);
  addEventListener('pagehide', leaving);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    removeEventListener('pagehide', leaving);
  };
}
