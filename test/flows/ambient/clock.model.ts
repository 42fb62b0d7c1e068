import { clockMachine } from '../../../src/machines/ambient/clock/clock.machine.ts';
import { isSkewed } from '../../../src/machines/ambient/clock/isSkewed.ts';
import type { Model } from '../../support/paths.ts';

export const clockModel: Model<typeof clockMachine> = {
  machine: clockMachine,
  events: { 'clockSkew.suspected': [{ type: 'clockSkew.suspected' }] },
  answers: {
    comparison: [
      { output: { skewMs: 0 } },
      { output: { skewMs: 120_001 } },
      { output: { skewMs: -7_200_000 } },
      { error: new Error('no time') },
    ],
  },
  invariants: [
    {
      says: 'The clocks are compared again and again, for as long as the page lives.',
      holds: (_, { awaited, timers }) => awaited.length + timers === 1,
    },
    {
      says: 'Only who has been warned can have them compared at once.',
      when: (snapshot) => snapshot.matches('idle'),
      holds: (snapshot) => snapshot.can({ type: 'clockSkew.suspected' }) === isSkewed(snapshot.context.skewMs),
    },
  ],
};
