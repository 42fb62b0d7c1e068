import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { duplicateTableMachine } from '../duplicateTable/duplicateTable.machine.ts';
import type { editTableMachine } from '../editTable/editTable.machine.ts';
import type { importRowsMachine } from '../importRows/importRows.machine.ts';
import type { newTableMachine } from '../newTable/newTable.machine.ts';
import type { tablesAtHandMachine } from '../tablesAtHand/tablesAtHand.machine.ts';
import type { tableListMachine } from './tableList.machine.ts';

type TableListSnapshot = SnapshotFrom<typeof tableListMachine>;

export const selectSchema = ({ context }: TableListSnapshot) => context.schema;
export const selectSchemas = ({ context }: TableListSnapshot) => context.schemas;
export const selectSearch = ({ context }: TableListSnapshot): string => context.search;
/** The tables that are open, and the favorites. */
export const selectAtHand = ({ children }: TableListSnapshot): ActorRefFrom<typeof tablesAtHandMachine> | undefined =>
  children.atHand;
export const selectHasSizes = ({ context }: TableListSnapshot): boolean => context.withSizes;
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
export const selectIsConfirmingTruncation = (snapshot: TableListSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingTruncation' }) || snapshot.matches({ work: 'truncating' });
export const selectRestartsIdentity = ({ context }: TableListSnapshot): boolean => context.restartsIdentity;
/** What the user waits for: the code of a form takes a while. */
export const selectIsOpening = (snapshot: TableListSnapshot): boolean =>
  snapshot.matches({ work: { loading: 'slow' } });
/** The code of the forms is loading. */
export const selectIsLoadingForms = (snapshot: TableListSnapshot): boolean => snapshot.matches({ work: 'loading' });
/** Why the code of the forms could not be loaded, until it has been. */
export const selectFormsFailure = ({ context }: TableListSnapshot) => context.formsFailure;
/** Whether a form or a confirmation is open. */
export const selectHasForm = ({ value: { work } }: TableListSnapshot): boolean =>
  typeof work === 'string' && work !== 'idle' && work !== 'receiving' && work !== 'missing';
/** The form that alters a table, while it is open. */
export const selectEditTable = ({ children }: TableListSnapshot) =>
  children.editTable as unknown as ActorRefFrom<typeof editTableMachine> | undefined;
/** The form that copies a table, while it is open. */
export const selectDuplicateTable = ({ children }: TableListSnapshot) =>
  children.duplicateTable as unknown as ActorRefFrom<typeof duplicateTableMachine> | undefined;
/** The form of a new table, while it is open. */
export const selectNewTable = ({ children }: TableListSnapshot) =>
  children.newTable as unknown as ActorRefFrom<typeof newTableMachine> | undefined;
/** The import, while it is open. */
export const selectImportRows = ({ children }: TableListSnapshot) =>
  children.importRows as unknown as ActorRefFrom<typeof importRowsMachine> | undefined;
