import { caretakerMachine } from '../../../server/projects/lifecycle/caretaker.machine.ts';
import type { Model } from '../../support/paths.ts';

export const caretakerModel: Model<typeof caretakerMachine> = {
  machine: caretakerMachine,
  input: () => ({ interval: 5_000 }),
  events: {},
  answers: { round: [{ output: undefined }, { error: new Error('no connection') }] },
  invariants: [
    {
      says: 'It never rests for good: a round is under way, or the next one is due.',
      holds: (_, { awaited, timers }) => awaited.length + timers === 1,
    },
  ],
};
