import { privacyMachine } from '../../src/machines/privacy/privacy.machine.ts';
import type { Model } from '../support/paths.ts';

export const privacyModel: Model<typeof privacyMachine> = {
  machine: privacyMachine,
  input: (_, port) => ({ parent: port, opened: false }),
  events: {
    'privacy.opened': [{ type: 'privacy.opened' }],
    'telemetry.toggled': [{ type: 'telemetry.toggled' }],
    'privacy.cancelled': [{ type: 'privacy.cancelled' }],
    'privacy.confirmed': [{ type: 'privacy.confirmed' }],
  },
  answers: { consent: [{ output: true }, { output: false }, { error: new Error('no storage here') }] },
};
