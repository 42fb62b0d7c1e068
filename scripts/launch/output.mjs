/**
 * Progress on stderr, so that stdout belongs to whatever is being started. On a terminal a running step counts its
 * seconds on one line; in a log it says once that it began and once how it ended.
 */

const live = process.stderr.isTTY === true && !process.env['CI'];

/**
 * A line, in place of the running step's where there is one.
 * @param {string} text
 * @param {NodeJS.WriteStream} [stream]
 */
export function say(text, stream = process.stderr) {
  stream.write(`${live && stream.isTTY ? '\r\u001B[K' : ''}${text}\n`);
}

/** @param {number} since milliseconds, as `performance.now()` gave them */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Names a step while it runs and says how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = performance.now();
  const draw = () => process.stderr.write(`\r\u001B[K· ${title} … ${Math.round((performance.now() - since) / 1000)} s`);
  const timer = live ? setInterval(draw, 1000) : undefined;
  if (live) draw();
  else say(`· ${title} …`);
  const end = (/** @type {string} */ mark) => {
    clearInterval(timer);
    say(`${mark} ${title} (${seconds(since)})`);
  };
  try {
    const result = await work();
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}

/** Something the person at the keyboard can act on: shown as text, without a stack. */
export class Explained extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Explained';
    this.exitCode = exitCode;
  }
}
