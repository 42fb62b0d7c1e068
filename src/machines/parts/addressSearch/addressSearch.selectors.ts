import type { SnapshotFrom } from 'xstate';
import type { addressSearchMachine } from './addressSearch.machine.ts';

/** What counts in place of what the address says; null where the address has it. */
export const selectTyped = ({ context }: SnapshotFrom<typeof addressSearchMachine>): string | null => context.typed;
