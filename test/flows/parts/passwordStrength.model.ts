import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { passwordMaxLength } from '../../../src/contract/common/timing.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const weak: PasswordCheck = {
  score: 1,
  feedback: { warning: 'This is a common password.', suggestions: ['Add another word.'] },
};
export const strong: PasswordCheck = { score: 4, feedback: { warning: '', suggestions: [] } };

export const passwordStrengthModel: Model<typeof passwordStrengthMachine> = {
  machine: passwordStrengthMachine,
  input: (_, port) => ({ form: port, port }),
  events: {
    'password.changed': ['', 'letmein', 'correct horse', 'x'.repeat(passwordMaxLength + 1)].map((password) => ({
      type: 'password.changed',
      password,
    })),
  },
  answers: { check: [{ output: weak }, { output: strong }, { error: refusal }] },
  distinguish: ({ check }) => check?.score,
  invariants: [
    {
      says: 'What is scored is what was typed last, and neither nothing nor more than a password may be.',
      when: (snapshot) => snapshot.matches('checking'),
      holds: ({ context: { password } }, { given }) =>
        (given('check') as { password: string }).password === password &&
        password !== '' &&
        password.length <= passwordMaxLength,
    },
    {
      says: 'The form is told of every new password in the step in which it was typed.',
      when: ({ context }, { before }) => before !== null && before.context.password !== context.password,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'strength.changed'),
    },
    {
      says: 'The form never sees the password in what it is told.',
      when: ({ context }, { sent }) => context.password !== '' && sent.length > 0,
      holds: ({ context }, { sent }) => !JSON.stringify(sent).includes(JSON.stringify(context.password)),
    },
  ],
};
