import { isDeepStrictEqual } from 'node:util';
import { clipboardMachine } from '../../../src/machines/shell/clipboard/clipboard.machine.ts';
import type { Model } from '../../support/paths.ts';

export const clipboardModel: Model<typeof clipboardMachine> = {
  machine: clipboardMachine,
  input: (_, port) => ({ port }),
  events: {
    'copy.requested': [
      { type: 'copy.requested', text: 'postgres://here', key: 'connection string' },
      { type: 'copy.requested', text: 'eyJ', key: 'anon key' },
    ],
  },
  answers: { write: [{ output: undefined }, { error: new Error('Document is not focused.') }] },
  distinguish: ({ key }) => key,
  invariants: [
    {
      says: 'What was copied is not kept: a password or a key stays no longer than it takes to write it.',
      when: (snapshot) => !snapshot.matches('copying'),
      holds: ({ context }) => context.text === '',
    },
    {
      says: 'What is written is what was asked for last.',
      when: (snapshot) => snapshot.matches('copying'),
      holds: ({ context: { text } }, { given }) => isDeepStrictEqual(given('write'), { text }),
    },
  ],
};
