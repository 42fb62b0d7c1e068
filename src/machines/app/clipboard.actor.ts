import { fromPromise } from 'xstate';
import { copyText } from '../../services/clipboard.ts';
import { clipboardMachine } from '../clipboard/clipboard.machine.ts';

export const clipboard = clipboardMachine.provide({ actors: { write: fromPromise(({ input }) => copyText(input)) } });
