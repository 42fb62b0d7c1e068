import type { SnapshotFrom } from 'xstate';
import type { blockRunMachine } from './blockRun.machine.ts';

type BlockRunSnapshot = SnapshotFrom<typeof blockRunMachine>;

export const selectIsBusy = (snapshot: BlockRunSnapshot): boolean => snapshot.hasTag('busy');
/** Key of the block that is checked or runs. */
export const selectBusyKey = (snapshot: BlockRunSnapshot): string | null =>
  snapshot.hasTag('busy') ? (snapshot.context.block?.key ?? null) : null;
/** The block that the user is asked about. */
export const selectAskedBlock = (snapshot: BlockRunSnapshot) =>
  snapshot.matches('confirming') ? snapshot.context.block : null;
export const selectReason = ({ context }: BlockRunSnapshot): string | null => context.reason;
export const selectOutcomes = ({ context }: BlockRunSnapshot) => context.outcomes;
