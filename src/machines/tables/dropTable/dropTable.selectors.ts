import type { SnapshotFrom } from 'xstate';
import type { Dependants } from '../../../contract/tables/table.ts';
import type { dropTableMachine } from './dropTable.machine.ts';

type DropTableSnapshot = SnapshotFrom<typeof dropTableMachine>;

const none: Dependants = { names: [], total: 0 };

export const selectName = ({ context }: DropTableSnapshot): string => context.name;
export const selectKind = ({ context }: DropTableSnapshot) => context.kind;
export const selectIsReadingDependants = (snapshot: DropTableSnapshot): boolean => snapshot.matches('reading');
/** What has to be dropped first, as far as it is known. */
export const selectDependants = ({ context }: DropTableSnapshot): Dependants => context.dependants ?? none;
/** Why that could not be read. */
export const selectDependantsFailure = ({ context }: DropTableSnapshot) => context.failure;
