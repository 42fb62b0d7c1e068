import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { clipboardMachine } from '../../machines/shell/clipboard/clipboard.machine.ts';
import { selectCopiedKey } from '../../machines/shell/clipboard/clipboard.selectors.ts';

interface Copy {
  /** Whether this text was copied a moment ago. */
  copied: boolean;
  copy: () => void;
}

/** Copies a text to the clipboard; the key is unique on the page. */
export const useCopy = (
  clipboard: ActorRefFrom<typeof clipboardMachine> | undefined,
  key: string,
  text: string,
): Copy => ({
  copied: useSelector(clipboard, (snapshot) => snapshot !== undefined && selectCopiedKey(snapshot) === key),
  copy: () => clipboard?.send({ type: 'copy.requested', text, key }),
});
