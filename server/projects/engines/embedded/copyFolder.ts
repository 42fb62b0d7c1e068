import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../../common/threadEnvironment.ts';

/**
 * Copies a folder with everything in it to a path that does not exist yet. Rejects with the file system's error, and
 * leaves what it has copied until then.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await once(
    new Worker(new URL('copyFolder.worker.ts', import.meta.url), {
      workerData: { from, to },
      env: threadEnvironment(),
    }),
    'exit',
  );
}
