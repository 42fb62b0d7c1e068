import { setup } from 'xstate';
import type { ScreenInput } from '../screen/screen.input.ts';

export const projectHomeMachine = setup({
  types: {
    input: {} as ScreenInput,
    events: {} as { type: 'serviceKey.revealed' } | { type: 'serviceKey.concealed' },
    transitionMeta: {} as { waiver?: string },
  },
}).createMachine({
  id: 'projectHome',
  description: 'The home of a project. Its service key passes every policy, so it shows only when asked for.',
  initial: 'concealed',
  states: {
    concealed: { on: { 'serviceKey.revealed': { target: 'revealed' } } },
    revealed: { on: { 'serviceKey.concealed': { target: 'concealed' } } },
  },
});
