/** Builds the template of the embedded databases during the first build of the app, and ends with the launcher. */
import { join } from 'node:path';
import { openTemplate } from '../../server/projects/engines/embedded/template.ts';
import { endWithParent } from './child.mjs';

endWithParent();
await openTemplate(join(import.meta.dirname, '../../.cache'));
