import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { cellEditorMachine } from '../cellEditor/cellEditor.machine.ts';
import type { columnLayoutMachine } from '../columnLayout/columnLayout.machine.ts';
import type { exportRowsMachine } from '../exportRows/exportRows.machine.ts';
import type { referenceMachine } from '../reference/reference.machine.ts';
import type { stagedEditsMachine } from '../stagedEdits/stagedEdits.machine.ts';
import type { tableRowsMachine } from '../tableRows/tableRows.machine.ts';
import type { tableScreenMachine } from './tableScreen.machine.ts';

type TableScreenSnapshot = SnapshotFrom<typeof tableScreenMachine>;

/** The table's oid. */
export const selectTableId = ({ context }: TableScreenSnapshot) => context.id;
export const selectTable = ({ context }: TableScreenSnapshot) => context.table;
/** Why the table could not be read. */
export const selectTableFailure = ({ context }: TableScreenSnapshot) => context.failure;
export const selectHasTableFailed = (snapshot: TableScreenSnapshot): boolean => snapshot.matches('failed');
/** Whether the open table is read again. */
export const selectIsRereading = (snapshot: TableScreenSnapshot): boolean =>
  snapshot.matches({ open: { description: 'rereading' } });
/** Why the open table could not be read again. */
export const selectRereadFailure = (snapshot: TableScreenSnapshot) =>
  snapshot.matches({ open: { description: 'outdated' } }) ? snapshot.context.failure : null;
/** The flows of the open table. */
export const selectRows = ({ children }: TableScreenSnapshot): ActorRefFrom<typeof tableRowsMachine> | undefined =>
  children.rows;
export const selectEdits = ({ children }: TableScreenSnapshot): ActorRefFrom<typeof stagedEditsMachine> | undefined =>
  children.edits;
export const selectColumns = ({
  children,
}: TableScreenSnapshot): ActorRefFrom<typeof columnLayoutMachine> | undefined => children.layout;
export const selectExport = ({ children }: TableScreenSnapshot): ActorRefFrom<typeof exportRowsMachine> | undefined =>
  children.export;
export const selectCellEditor = ({
  children,
}: TableScreenSnapshot): ActorRefFrom<typeof cellEditorMachine> | undefined => children.cell;
export const selectReference = ({ children }: TableScreenSnapshot): ActorRefFrom<typeof referenceMachine> | undefined =>
  children.reference;
export const selectStyleNonce = ({ context }: TableScreenSnapshot) => context.styleNonce;
/** Whose rights hold for the rows. */
export const selectScreenRole = ({ context }: TableScreenSnapshot) => context.viewAs;
