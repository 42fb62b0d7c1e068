import type { Factor } from '../../../src/contract/accounts/factor.ts';
import { secondFactorMachine } from '../../../src/machines/accounts/secondFactor/secondFactor.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const phone: Factor = { id: 'factor-1', name: 'Phone', addedAt: '2026-01-01T00:00:00Z' };
export const tablet: Factor = { id: 'factor-2', name: 'Tablet', addedAt: '2026-02-01T00:00:00Z' };

export const secondFactorModel: Model<typeof secondFactorMachine> = {
  machine: secondFactorMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'code', value: '123' },
      { type: 'field.changed', field: 'code', value: '123456' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'factor.chosen': [{ type: 'factor.chosen', id: tablet.id }],
    'factors.retried': [{ type: 'factors.retried' }],
  },
  answers: {
    factors: [{ output: [phone, tablet] }, { output: [] }, { error: refusal }],
    verification: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ values, chosen }) => [values.code, chosen],
  invariants: [
    {
      says: 'Only a whole code is sent, and only to an app that the user has.',
      when: (snapshot) => snapshot.matches('verifying'),
      holds: ({ context }) =>
        /^\d{6}$/.test(context.values.code) && context.factors.some(({ id }) => id === context.chosen),
    },
    {
      says: 'Another app begins with an empty code.',
      when: ({ context }, { before }) => before !== null && context.chosen !== before.context.chosen,
      holds: ({ context }) => context.values.code === '' && context.failure === null,
    },
    {
      says: 'The apps are asked for before any code.',
      when: (snapshot) => snapshot.matches('typing'),
      holds: ({ context }) => context.factors.length > 0,
    },
  ],
};
