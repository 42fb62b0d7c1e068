import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { areSameFilters } from '../../../contract/tables/rows.ts';
import type { openRowMachine } from '../openRow/openRow.machine.ts';
import { draftFor, type tableRowsMachine } from './tableRows.machine.ts';

type TableRowsSnapshot = SnapshotFrom<typeof tableRowsMachine>;

/** The page that is shown; null until the first one is there. */
export const selectPage = ({ context }: TableRowsSnapshot) => context.page;
/** What it was read with: other rows may be on their way, or have failed. */
export const selectPageRequest = ({ context }: TableRowsSnapshot) => context.pageRequest;
/** Whether the page has the rows of another filter than the address. */
export const selectIsFilterAhead = ({ context: { view, pageRequest } }: TableRowsSnapshot): boolean =>
  pageRequest !== null && !areSameFilters(view, pageRequest.view);
export const selectView = ({ context }: TableRowsSnapshot) => context.view;
/** What is typed over the filters of the view and not applied; null where it is the same. */
export const selectFilterDraft = ({ context: { drafts, view } }: TableRowsSnapshot) => draftFor(drafts, view);
export const selectIsFiltering = (snapshot: TableRowsSnapshot): boolean => snapshot.matches({ head: 'filtersOpen' });
export const selectPosition = ({ context }: TableRowsSnapshot) => context.position;
export const selectViewAs = ({ context }: TableRowsSnapshot) => context.viewAs;
export const selectHidden = ({ context }: TableRowsSnapshot) => context.hidden;
/** Id of the row in the panel; null without one. */
export const selectRowId = ({ context }: TableRowsSnapshot) => context.row;
/** The flow that reads it; none for a new row. */
export const selectOpenRow = ({ children }: TableRowsSnapshot): ActorRefFrom<typeof openRowMachine> | undefined =>
  children.row;
export const selectIsReadingRows = (snapshot: TableRowsSnapshot): boolean => snapshot.matches({ rows: 'reading' });
/** Why the rows could not be read. */
export const selectRowsFailure = ({ context }: TableRowsSnapshot) => context.failure;
export const selectCount = ({ context }: TableRowsSnapshot) => context.count;
export const selectIsCounting = (snapshot: TableRowsSnapshot): boolean => snapshot.matches({ count: 'counting' });
/** Why the rows could not be counted, until they are counted again. */
export const selectCountFailure = (snapshot: TableRowsSnapshot) =>
  snapshot.matches({ count: 'failed' }) ? snapshot.context.countFailure : null;
