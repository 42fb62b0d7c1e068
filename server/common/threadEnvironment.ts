import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a thread: nothing of the process's own but the folder of compiled modules, which a thread does not
 * share otherwise.
 */
export function threadEnvironment(): Record<string, string> {
  // Its last segment is Node's version.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
