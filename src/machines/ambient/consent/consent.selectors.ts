import type { SnapshotFrom } from 'xstate';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

export const selectIsAsking = (snapshot: ConsentSnapshot): boolean =>
  snapshot.matches({ watching: { unset: 'asking' } });
/** There is something to decide here at all. */
export const selectIsAsked = (snapshot: ConsentSnapshot): boolean =>
  snapshot.matches({ watching: 'unset' }) || snapshot.matches({ watching: 'settled' });
