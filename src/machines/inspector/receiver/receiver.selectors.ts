import type { SnapshotFrom } from 'xstate';
import type { receiverMachine } from './receiver.machine.ts';

type ReceiverSnapshot = SnapshotFrom<typeof receiverMachine>;

/** How it stands with the other window. */
export type Reception = 'switchedOff' | 'asking' | 'unanswered' | 'alone' | 'told' | 'lost' | 'closed' | 'broken';

export function selectReception(snapshot: ReceiverSnapshot): Reception {
  if (snapshot.matches('broken')) return 'broken';
  if (snapshot.matches('switchedOff')) return 'switchedOff';
  if (snapshot.matches({ open: 'unanswered' })) return 'unanswered';
  if (snapshot.matches({ open: 'alone' })) return 'alone';
  if (snapshot.matches({ open: { watching: 'told' } })) return 'told';
  if (snapshot.matches({ open: { watching: 'lost' } })) return 'lost';
  return snapshot.matches({ open: { watching: 'closed' } }) ? 'closed' : 'asking';
}

export const selectInspector = ({ children }: ReceiverSnapshot) => children.inspector;
export const selectFailure = ({ context }: ReceiverSnapshot) => context.failure;
