import type { SnapshotFrom } from 'xstate';
import { repeatsEmail } from '../../../contract/accounts/newCredentials.ts';
import type { Strength } from '../../parts/passwordStrength/strength.ts';
import type { signUpMachine } from './signUp.machine.ts';

type SignUpSnapshot = SnapshotFrom<typeof signUpMachine>;

export const selectValues = ({ context }: SignUpSnapshot) => context.values;
/** A password that repeats the email address is refused, however hard it is to guess. */
const refused: Strength = { verdict: 'checked', check: { score: 0, feedback: { suggestions: [], warning: '' } } };

export const selectStrength = ({ context: { values, strength } }: SignUpSnapshot): Strength =>
  repeatsEmail(values.password, values.email) ? refused : strength;
export const selectShowsRules = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ rules: 'shown' });
/** The flow of the code; absent until the email was sent. */
export const selectCode = ({ children }: SignUpSnapshot) => children.code;
export const selectIsMailSent = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ form: 'mailSent' });
export const selectIsClosed = (snapshot: SignUpSnapshot): boolean => snapshot.matches({ form: 'closed' });
/** Nothing can be submitted yet, so the button is disabled (behaviour, "Sign-in family"). */
export const selectIsEmpty = ({ context }: SignUpSnapshot): boolean =>
  context.values.email.trim() === '' || context.values.password === '';
