import type { SnapshotFrom } from 'xstate';
import type { signUpMachine } from './signUp.machine.ts';

type SignUpSnapshot = SnapshotFrom<typeof signUpMachine>;

export const selectValues = ({ context }: SignUpSnapshot) => context.values;
export const selectStrength = ({ context }: SignUpSnapshot) => context.strength;
export const selectShowsRules = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ rules: 'shown' });
export const selectIsMailSent = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ form: 'mailSent' });
export const selectIsClosed = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ form: 'closed' });
/** Nothing can be submitted yet, so the button is disabled. */
export const selectIsEmpty = ({ context }: SignUpSnapshot): boolean =>
  context.values.email.trim() === '' || context.values.password === '';
