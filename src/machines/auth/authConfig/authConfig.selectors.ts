import type { SnapshotFrom } from 'xstate';
import type { AuthConfig } from '../../../contract/auth/authConfig.ts';
import type { authConfigMachine } from './authConfig.machine.ts';
import { authSections, editedNames, type AuthSection } from './authForm.ts';

type AuthConfigSnapshot = SnapshotFrom<typeof authConfigMachine>;

export const selectSection = ({ context }: AuthConfigSnapshot): AuthSection => context.section;
/** The stored settings; null before they are read. */
export const selectConfig = ({ context }: AuthConfigSnapshot): AuthConfig | null => context.config;
/** Why the settings could not be read; null if they were. */
export const selectReadFailure = (snapshot: AuthConfigSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectIsSaving = (snapshot: AuthConfigSnapshot): boolean =>
  snapshot.matches('saving') || snapshot.matches('overtaking');
export const selectIsTesting = (snapshot: AuthConfigSnapshot): boolean => snapshot.matches('testing');
/** Another user has saved settings since these were read. */
export const selectIsOvertaken = (snapshot: AuthConfigSnapshot): boolean =>
  snapshot.matches({ editing: { basis: 'overtaken' } });
export const selectTestFailure = ({ context }: AuthConfigSnapshot) => context.testFailure;
/** The sections with edits that are not saved, separated by spaces. */
export const selectEditedSections = ({ context: { values, config } }: AuthConfigSnapshot): string =>
  config === null ? '' : authSections.filter((section) => editedNames(values, config, section).length > 0).join(' ');
