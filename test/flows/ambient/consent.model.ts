import { consentMachine } from '../../../src/machines/ambient/consent/consent.machine.ts';
import type { Model } from '../../support/paths.ts';

export const consentModel: Model<typeof consentMachine> = {
  machine: consentMachine,
  input: (_, port) => ({ platformMode: true, port }),
  events: {
    'choice.loaded': [],
    'question.answered': [
      { type: 'question.answered', choice: true },
      { type: 'question.answered', choice: false },
    ],
    'choice.made': [
      { type: 'choice.made', choice: true },
      { type: 'choice.made', choice: false },
    ],
  },
  answers: {
    storage: [
      { sends: { type: 'choice.loaded', choice: null } },
      { sends: { type: 'choice.loaded', choice: true } },
      { sends: { type: 'choice.loaded', choice: false } },
      { error: new Error('no storage here') },
    ],
    page: [{ output: undefined }],
  },
  invariants: [
    {
      says: 'Nothing is told of as consent that nobody gave.',
      when: (_, { sent }) => sent.some(({ to }) => to === 'port'),
      holds: ({ context }, { sent }) =>
        sent.every(({ to, event }) => to !== 'port' || event['consent'] === (context.choice === true)),
    },
    {
      says: 'What is chosen here is stored in the same step.',
      when: (_, { sent }) => sent.some(({ event }) => event['here'] === true),
      holds: ({ context }, { sent }) =>
        sent.some(({ to, event }) => to === 'storage' && event['choice'] === context.choice),
    },
    {
      says: 'The question is asked only of those who have not chosen.',
      when: (snapshot) => snapshot.matches({ watching: { unset: 'asking' } }),
      holds: ({ context }) => context.choice === null,
    },
  ],
};
