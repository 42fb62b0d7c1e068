import type { SnapshotFrom } from 'xstate';
import type { tableListMachine } from './tableList.machine.ts';

type TableListSnapshot = SnapshotFrom<typeof tableListMachine>;

export const selectSchema = ({ context }: TableListSnapshot) => context.schema;
export const selectSchemas = ({ context }: TableListSnapshot) => context.schemas;
export const selectSearch = ({ context }: TableListSnapshot): string => context.search;
export const selectTables = ({ context }: TableListSnapshot) => context.tables;
export const selectHasMore = ({ context }: TableListSnapshot): boolean => context.next !== null;
/** Why the list, or its next page, could not be read. */
export const selectFailure = ({ context }: TableListSnapshot) => context.failure;
export const selectHasFailed = (snapshot: TableListSnapshot): boolean => snapshot.matches('failed');
/** The first page for the schema and the typed text is not there yet. */
export const selectIsReading = (snapshot: TableListSnapshot): boolean =>
  snapshot.matches('awaitingProject') || snapshot.matches('reading') || snapshot.matches('debouncing');
export const selectIsReadingMore = (snapshot: TableListSnapshot): boolean => snapshot.matches('readingMore');
