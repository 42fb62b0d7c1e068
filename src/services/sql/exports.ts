import { download } from '../browser/download.ts';
import { yieldToMain } from '../http/yieldToMain.ts';

/** What no file system, or only some, allows in a name, and white space. */
// oxlint-disable-next-line no-control-regex -- Windows refuses control characters
const unnamable = /[\\/:*?"<>|\s\u0000-\u001f]+/g;

/** The name of a file for something that the user named: `Orders: all` becomes `Orders all.csv`. */
export const fileName = (name: string, ending: string): string =>
  `${name.replaceAll(unnamable, ' ').trim() || 'export'}${ending}`;

/** Makes a text of its pieces without holding the page up; rejects when the signal is aborted. */
export async function gather(pieces: Iterable<string>, signal: AbortSignal): Promise<string[]> {
  const gathered: string[] = [];
  const rest = yieldToMain();
  for (const piece of pieces) {
    gathered.push(piece);
    await rest();
    signal.throwIfAborted();
  }
  return gathered;
}

/** Hands a text to the browser's downloads. A blob takes the pieces as they are, so that no second copy is made. */
export async function downloadText(
  pieces: Iterable<string>,
  file: { name: string; type: string },
  signal: AbortSignal,
): Promise<void> {
  download(new Blob(await gather(pieces, signal), { type: file.type }), file.name);
}
