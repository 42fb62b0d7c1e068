import type { CopiedText } from '../../contract/common/copiedText.ts';
import { FailureError } from '../../contract/common/failureError.ts';

/** Rejects when the browser refuses: the window lacks focus, or the page is not secure. */
export async function copyText({ text }: { text: CopiedText }): Promise<void> {
  try {
    const { clipboard } = navigator;
    await (typeof text === 'string' ? clipboard.writeText(text) : clipboard.write([new ClipboardItem(text)]));
  } catch (error) {
    throw new FailureError(
      { code: 'clipboard', message: 'The browser lets a page copy only while its window has the focus.' },
      { cause: error },
    );
  }
}
