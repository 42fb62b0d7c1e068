/** Takes the lock of the folder named by the first argument, prints a line, and holds it until it is killed. */
import { lockFolder } from '../../server/projects/engines/embedded/folderLock.ts';

await lockFolder(process.argv[2] ?? '');
process.send?.('held');
setInterval(() => undefined, 60_000);
