import { FailureError } from './failureError.ts';
import { restNow } from './rest.ts';

/** Makes a text of its pieces without holding the page up; rejects when the signal is aborted. */
export async function gather(pieces: Iterable<string>, signal: AbortSignal): Promise<string[]> {
  const gathered: string[] = [];
  const rest = restNow();
  for (const piece of pieces) {
    gathered.push(piece);
    await rest();
    signal.throwIfAborted();
  }
  return gathered;
}

/** Hands a file to the browser's downloads. A blob takes the pieces as they are, so that no second copy is made. */
export async function downloadText(pieces: Iterable<string>, file: { name: string; type: string }, signal: AbortSignal): Promise<void> {
  const blob = new Blob(await gather(pieces, signal), { type: file.type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has taken hold of the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    throw new FailureError({ code: 'clipboard', message: 'The browser lets a page copy only while its window has the focus.' }, { cause: error });
  }
}
