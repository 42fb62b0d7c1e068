import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { newTableMachine } from '../newTable/newTable.machine.ts';
import type { tableListMachine } from './tableList.machine.ts';

type TableListSnapshot = SnapshotFrom<typeof tableListMachine>;

export const selectSchema = ({ context }: TableListSnapshot) => context.schema;
export const selectSchemas = ({ context }: TableListSnapshot) => context.schemas;
export const selectSearch = ({ context }: TableListSnapshot): string => context.search;
export const selectTables = ({ context }: TableListSnapshot) => context.tables;
export const selectLast = ({ context }: TableListSnapshot) => context.last;
export const selectHasMore = ({ context }: TableListSnapshot): boolean => context.next !== null;
/** Why the list, or its next page, could not be read. */
export const selectFailure = ({ context }: TableListSnapshot) => context.failure;
export const selectHasFailed = (snapshot: TableListSnapshot): boolean => snapshot.matches({ list: 'failed' });
/** The first page for the schema and the typed text is not there yet. */
export const selectIsReading = (snapshot: TableListSnapshot): boolean =>
  snapshot.matches({ list: 'awaitingProject' }) ||
  snapshot.matches({ list: 'reading' }) ||
  snapshot.matches({ list: 'debouncing' });
export const selectIsReadingMore = (snapshot: TableListSnapshot): boolean => snapshot.matches({ list: 'readingMore' });
/** The table that the open confirmation is about. */
export const selectChosen = ({ context }: TableListSnapshot) => context.chosen;
export const selectIsConfirmingDrop = (snapshot: TableListSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingDrop' }) || snapshot.matches({ work: 'dropping' });
/** The form of a new table, while it is open. */
export const selectNewTable = ({ children }: TableListSnapshot): ActorRefFrom<typeof newTableMachine> | undefined =>
  children.newTable;
