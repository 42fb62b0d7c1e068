import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * What a shell reports for a process that ended like this.
 * @param {Ending} ending
 */
export const exitCodeOf = ({ code, signal }) => code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

/**
 * Runs a program in this terminal, hands it the signals this process gets, and answers how it ended. Ctrl-C reaches a
 * terminal's whole process group, so the program may see SIGINT twice.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Ending>}
 */
export function runInForeground(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' });
    const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of forwarded) process.on(signal, pass);
    const done = () => {
      for (const signal of forwarded) process.off(signal, pass);
    };
    child.once('error', (error) => (done(), reject(error)));
    child.once('exit', (code, signal) => (done(), resolve({ code, signal })));
  });
}

/**
 * Runs a program quietly and answers how it ended, with everything it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Ending & { output: string }>}
 */
export function runQuietly(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/**
 * Whether a process with this id runs, whoever owns it.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Whether a process is stopped, as by Ctrl-Z, where the system tells it in a file.
 * @param {number} pid
 */
export function isStopped(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands before it, in parentheses, and may have some.
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/**
 * Ends this process when the one that started it is gone. npm runs commands in a shell that dies of a SIGTERM without passing it
 * on: whoever ends `npm start` would leave a server behind, on its port and its folder.
 */
export function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
