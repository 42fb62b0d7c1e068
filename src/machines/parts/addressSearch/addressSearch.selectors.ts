import type { SnapshotFrom } from 'xstate';
import type { addressSearchMachine } from './addressSearch.machine.ts';

/** The search text while the address does not have it yet; null where the address has it. */
export const selectTyped = ({ context }: SnapshotFrom<typeof addressSearchMachine>): string | null => context.typed;
