import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../../common/threadEnvironment.ts';
import { EngineError } from '../engineError.ts';
import type { FromWorker, WorkerInput } from './workerProtocol.ts';

const startMs = 60_000;

/** Starts Postgres in a thread. Resolves when it accepts a session; rejects with an `EngineError`. */
export async function startEngineThread(input: WorkerInput): Promise<Worker> {
  const worker = new Worker(new URL('engine.worker.ts', import.meta.url), {
    workerData: input,
    env: threadEnvironment(),
    // Postgres's own recursion limit must be reached before the thread's stack ends.
    resourceLimits: { stackSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  await started(worker, input.dataDirectory);
  return worker;
}

/** Settles with the thread's first message, its end, or the time limit. */
function started(worker: Worker, dataDirectory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('it did not start in time'), startMs);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', failWith).off('exit', exited);
    };
    const fail = (reason: string, log: readonly string[] = []) => {
      settle();
      void worker.terminate();
      reject(startFailure(dataDirectory, reason, log));
    };
    const failWith = (error: Error) => fail(error.message);
    const exited = () => fail('its thread ended');
    const hear = (message: FromWorker) => {
      if (message.type === 'broken') return fail(message.reason, message.log);
      settle();
      resolve();
    };
    worker.on('message', hear).once('error', failWith).once('exit', exited);
  });
}

function startFailure(dataDirectory: string, reason: string, log: readonly string[]): EngineError {
  const words = log
    .filter((line) => /\b(?:FATAL|PANIC):/.test(line))
    .map((line) => line.replace(/^.*?\b(?=FATAL|PANIC)/, ''));
  if (/no space left/i.test(log.join('\n'))) {
    return new EngineError('disk_full', 'The disk is full, so the database cannot start. Nothing in it was changed.', {
      inFull: `The disk is full, so the database in ${dataDirectory} cannot start. Nothing in it was changed.`,
    });
  }
  const isDamaged = words.length > 0;
  return new EngineError(
    isDamaged ? 'data_folder_corrupt' : 'engine_failed',
    `The database does not start${isDamaged ? ': its files are damaged' : ''}. Nothing in it was deleted.`,
    {
      inFull: `The database in ${dataDirectory} does not start: ${isDamaged ? words.join('; ') : reason}. Nothing in it was deleted.`,
    },
  );
}
