/** The longest stretch of work at once, in milliseconds: half of what is felt as a stutter, on a slow machine too. */
const stretchMs = 8;

/** Gives the page its turn: input, frames. */
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
 * For long work in steps: `await rest()` after each step goes on at once until a stretch is over, and then lets the page
 * have its turn. Data that has arrived already is read without one, so a loop over it would hold the page up otherwise.
 */
export function yieldToMain(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < stretchMs) return;
    await turn();
    began = performance.now();
  };
}
