/**
 * Runs once the menu or palette that is closing has returned the focus, for a command that moves it. Returns a function
 * that cancels it.
 */
export function afterLayer(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}
