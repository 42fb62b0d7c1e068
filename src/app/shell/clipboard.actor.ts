import { fromPromise } from 'xstate';
import { copyText } from '../../services/browser/clipboard.ts';
import { clipboardMachine } from '../../machines/shell/clipboard/clipboard.machine.ts';

export const clipboard = clipboardMachine.provide({ actors: { write: fromPromise(({ input }) => copyText(input)) } });
