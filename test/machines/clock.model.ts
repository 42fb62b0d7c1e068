import { clockMachine } from '../../src/machines/clock/clock.machine.ts';
import type { Model } from '../support/paths.ts';

export const clockModel: Model<typeof clockMachine> = {
  machine: clockMachine,
  events: { 'time.doubted': [{ type: 'time.doubted' }] },
  answers: { comparison: [{ output: { skewMs: 0 } }, { output: { skewMs: 120_001 } }, { output: { skewMs: -7_200_000 } }, { error: new Error('no time') }] },
};
