import type { SnapshotFrom } from 'xstate';
import type { OtherPage, tellerMachine } from './teller.machine.ts';

type TellerSnapshot = SnapshotFrom<typeof tellerMachine>;

export const selectFailure = ({ context }: TellerSnapshot) => context.failure;
/** Whose page is being waited for; null while none is. */
export const selectAwaited = (snapshot: TellerSnapshot): OtherPage | null =>
  snapshot.matches({ telling: 'awaited' }) ? snapshot.context.page : null;
/** Whose page has not come. */
export const selectUnanswered = (snapshot: TellerSnapshot): OtherPage | null =>
  snapshot.matches({ telling: 'unanswered' }) ? snapshot.context.page : null;
/** Whose page is told. */
export const selectListening = (snapshot: TellerSnapshot): OtherPage | null =>
  snapshot.matches({ telling: 'listening' }) ? snapshot.context.page : null;
