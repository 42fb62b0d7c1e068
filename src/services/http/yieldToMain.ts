/** The longest task in milliseconds: half of a noticeable stutter, on a slow machine too. */
const stretchMs = 8;

/** Yields to the page: input, frames. */
function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    resolve();
  });
  port1.start();
  port2.postMessage(null);
  return promise;
}

/**
 * For long work in steps: `await rest()` after each step continues immediately until the time slice is over, and then
 * yields to the page. Reading data that has already arrived does not yield on its own, so such a loop would block the
 * page.
 */
export function yieldToMain(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < stretchMs) return;
    await turn();
    began = performance.now();
  };
}
