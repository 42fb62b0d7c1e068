import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { dropTableMachine } from '../dropTable/dropTable.machine.ts';
import type { duplicateTableMachine } from '../duplicateTable/duplicateTable.machine.ts';
import type { editTableMachine } from '../editTable/editTable.machine.ts';
import type { importRowsMachine } from '../importRows/importRows.machine.ts';
import type { newTableMachine } from '../newTable/newTable.machine.ts';
import type { tabsAndFavoritesMachine } from '../tabsAndFavorites/tabsAndFavorites.machine.ts';
import type { tableListMachine } from './tableList.machine.ts';

type TableListSnapshot = SnapshotFrom<typeof tableListMachine>;

/** The charts of the forms, whose code loads late. */
interface Forms {
  editTable: typeof editTableMachine;
  duplicateTable: typeof duplicateTableMachine;
  dropTable: typeof dropTableMachine;
  newTable: typeof newTableMachine;
  importRows: typeof importRowsMachine;
}

/** A form while it is open. The list knows it as a chart that is still to be loaded. */
const selectForm =
  <Name extends keyof Forms>(name: Name) =>
  ({ children }: TableListSnapshot): ActorRefFrom<Forms[Name]> | undefined =>
    children[name] as unknown as ActorRefFrom<Forms[Name]> | undefined;

export const selectSchema = ({ context }: TableListSnapshot) => context.schema;
export const selectSchemas = ({ context }: TableListSnapshot) => context.schemas;
/** Id of the table that was dropped last. */
export const selectDropped = ({ context }: TableListSnapshot) => context.dropped;
export const selectSearch = ({ context }: TableListSnapshot): string => context.search;
/** The tables that are open, and the favorites. */
export const selectTabsAndFavorites = ({
  children,
}: TableListSnapshot): ActorRefFrom<typeof tabsAndFavoritesMachine> | undefined => children.tabsAndFavorites;
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
export const selectIsConfirmingTruncation = (snapshot: TableListSnapshot): boolean =>
  snapshot.hasTag('confirming') || snapshot.hasTag('confirmed');
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
export const selectEditTable = selectForm('editTable');
export const selectDuplicateTable = selectForm('duplicateTable');
export const selectDropTable = selectForm('dropTable');
export const selectNewTable = selectForm('newTable');
export const selectImportRows = selectForm('importRows');
