/** Compresses the built app beside the server that `npm start` has started, and ends with it. */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ensureCompressed } from './build.mjs';
import { endWithParent } from './child.mjs';

setPriority(19);
endWithParent();
await ensureCompressed(join(import.meta.dirname, '../..'));
