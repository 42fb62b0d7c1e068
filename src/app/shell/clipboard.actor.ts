import { fromPromise } from 'xstate';
import { clipboardMachine } from '../../machines/shell/clipboard/clipboard.machine.ts';
import { copyText } from '../../services/browser/clipboard.ts';

export const clipboard = clipboardMachine.provide({ actors: { write: fromPromise(({ input }) => copyText(input)) } });
