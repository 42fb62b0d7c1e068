/** Builds the template of databases in the cache folder named by the first argument, and prints its facts. */
import { openTemplate } from '../../server/projects/engines/embedded/template.ts';

process.send?.('started');
const { identityAddress, version, extensionFiles } = await openTemplate(process.argv[2] ?? '');
process.send?.({ identityAddress, version, extensionFiles: extensionFiles.length });
