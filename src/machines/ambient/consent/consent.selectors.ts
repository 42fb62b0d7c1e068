import type { SnapshotFrom } from 'xstate';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

export const selectIsAsking = (snapshot: ConsentSnapshot): boolean =>
  snapshot.matches({ watching: { unset: 'asking' } });
/** Whether the user has a choice about telemetry on this deployment. */
export const selectIsAsked = (snapshot: ConsentSnapshot): boolean =>
  snapshot.matches({ watching: 'unset' }) || snapshot.matches({ watching: 'settled' });
/** Whether the user allows telemetry; no answer is no consent. */
export const selectConsents = ({ context }: ConsentSnapshot): boolean => context.choice === true;
