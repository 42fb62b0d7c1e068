import { FailureError } from '../../contract/common/failureError.ts';

/** Rejects when the browser refuses: the window lacks focus, or the page is not secure. */
export async function copyText({ text, html }: { text: string; html?: string | undefined }): Promise<void> {
  try {
    if (html === undefined) await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
  } catch (error) {
    throw new FailureError(
      { code: 'clipboard', message: 'The browser lets a page copy only while its window has the focus.' },
      { cause: error },
    );
  }
}
