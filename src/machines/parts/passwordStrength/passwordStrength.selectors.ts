import type { SnapshotFrom } from 'xstate';
import type { passwordStrengthMachine } from './passwordStrength.machine.ts';
import type { StrengthVerdict } from './strength.ts';

type PasswordStrengthSnapshot = SnapshotFrom<typeof passwordStrengthMachine>;

/** The verdict that the chart's state stands for, as the form is told it. */
export const selectVerdict = (snapshot: PasswordStrengthSnapshot): StrengthVerdict =>
  snapshot.matches('debouncing') || snapshot.matches('checking')
    ? 'awaited'
    : (snapshot.value as Exclude<StrengthVerdict, 'awaited'>);

export const selectCheck = ({ context }: PasswordStrengthSnapshot) => context.check;
