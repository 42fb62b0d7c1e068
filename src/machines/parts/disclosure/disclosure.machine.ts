import { setup } from 'xstate';
import { bounded } from '../bounded.ts';

export const disclosureMachine = setup({
  types: {
    events: {} as { type: 'secret.revealed' } | { type: 'secret.concealed' },
    transitionMeta: {} as { waiver?: string },
  },
}).createMachine({
  id: 'disclosure',
  description: 'Something that shows only when asked for: a password being chosen, a key that passes every policy.',
  options: bounded,
  initial: 'concealed',
  states: {
    concealed: { on: { 'secret.revealed': { target: 'revealed' } } },
    revealed: { on: { 'secret.concealed': { target: 'concealed' } } },
  },
});
