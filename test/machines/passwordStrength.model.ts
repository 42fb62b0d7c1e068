import type { PasswordCheck } from '../../src/contract/passwordCheck.ts';
import { passwordMaxLength } from '../../src/contract/timing.ts';
import { passwordStrengthMachine } from '../../src/machines/passwordStrength/passwordStrength.machine.ts';
import { refusal } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';

export const weak: PasswordCheck = { score: 1, feedback: { warning: 'This is a common password.', suggestions: ['Add another word.'] } };
export const strong: PasswordCheck = { score: 4, feedback: { warning: '', suggestions: [] } };

export const passwordStrengthModel: Model<typeof passwordStrengthMachine> = {
  machine: passwordStrengthMachine,
  input: (_, port) => ({ form: port, parent: port }),
  events: {
    'password.changed': ['', 'letmein', 'correct horse', 'x'.repeat(passwordMaxLength + 1)].map((password) => ({ type: 'password.changed', password })),
  },
  answers: { check: [{ output: weak }, { output: strong }, { error: refusal }] },
  distinguish: ({ check }) => check?.score,
};
