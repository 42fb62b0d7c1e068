import type { SnapshotFrom } from 'xstate';
import type { receiverMachine } from './receiver.machine.ts';

type ReceiverSnapshot = SnapshotFrom<typeof receiverMachine>;

/** Status of the connection to the other window. */
export type Reception =
  | 'switchedOff'
  | 'connecting'
  | 'unanswered'
  | 'withoutOpener'
  | 'live'
  | 'disconnected'
  | 'closed'
  | 'broken';

export function selectReception(snapshot: ReceiverSnapshot): Reception {
  if (snapshot.matches('broken')) return 'broken';
  if (snapshot.matches('switchedOff')) return 'switchedOff';
  if (snapshot.matches({ open: 'unanswered' })) return 'unanswered';
  if (snapshot.matches({ open: 'withoutOpener' })) return 'withoutOpener';
  if (snapshot.matches({ open: { watching: 'live' } })) return 'live';
  if (snapshot.matches({ open: { watching: 'disconnected' } })) return 'disconnected';
  return snapshot.matches({ open: { watching: 'closed' } }) ? 'closed' : 'connecting';
}

export const selectInspector = ({ children }: ReceiverSnapshot) => children.inspector;
export const selectFailure = ({ context }: ReceiverSnapshot) => context.failure;
