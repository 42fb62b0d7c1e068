import { supportMailMachine } from '../../../server/platform/support/supportMail.machine.ts';
import type { Model } from '../../support/paths.ts';

export const supportMailModel: Model<typeof supportMailMachine> = {
  machine: supportMailMachine,
  input: () => ({ interval: 60_000 }),
  events: { 'request.filed': [{ type: 'request.filed' }] },
  answers: { next: [{ output: { found: true } }, { output: { found: false } }, { error: new Error('no connection') }] },
  invariants: [
    {
      says: 'It never rests for good: a look is under way, or the next one is due.',
      holds: (_, { awaited, timers }) => awaited.length + timers === 1,
    },
    {
      says: 'Whoever files a request while nothing goes on has it looked for at once.',
      when: (_, { event }) => event?.type === 'request.filed',
      holds: (_, { awaited }) => awaited.includes('next'),
    },
  ],
};
