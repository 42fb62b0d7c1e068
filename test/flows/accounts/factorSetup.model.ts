import {
  factorSetupMachine,
  type FactorVerified,
} from '../../../src/machines/accounts/factorSetup/factorSetup.machine.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const enrollment = {
  id: 'factor-3',
  secret: 'JBSWY3DPEHPK3PXP',
  secretImage: 'data:image/svg+xml;utf-8,<svg xmlns="http://www.w3.org/2000/svg"/>',
};

export const factorSetupModel: Model<typeof factorSetupMachine> = {
  machine: factorSetupMachine,
  input: (_, port) => ({ enrollment, parent: port as unknown as Port<FactorVerified> }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'code', value: '123' },
      { type: 'field.changed', field: 'code', value: '123456' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: { verification: [{ output: undefined }, { error: refusal }] },
  distinguish: ({ values }) => values.code,
  invariants: [
    {
      says: 'Only a whole code is sent.',
      when: (snapshot) => snapshot.matches('verifying'),
      holds: ({ context }) => /^\d{6}$/.test(context.values.code),
    },
    {
      says: 'The page hears of the app as soon as its first code was right.',
      when: (snapshot, { before }) => before?.matches('verifying') === true && snapshot.matches('verified'),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'factor.verified'),
    },
  ],
};
