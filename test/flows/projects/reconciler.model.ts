import { reconcilerMachine } from '../../../server/projects/lifecycle/reconciler.machine.ts';
import type { Model } from '../../support/paths.ts';

export const reconcilerModel: Model<typeof reconcilerMachine> = {
  machine: reconcilerMachine,
  input: () => ({ interval: 5_000 }),
  events: {},
  answers: { reconcile: [{ output: undefined }, { error: new Error('no connection') }] },
  invariants: [
    {
      says: 'It never rests for good: a round is under way, or the next one is due.',
      holds: (_, { awaited, timers }) => awaited.length + timers === 1,
    },
  ],
};
