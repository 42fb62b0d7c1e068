import type { SnapshotFrom } from 'xstate';
import { problemOf, type cellEditorMachine } from './cellEditor.machine.ts';

type CellEditorSnapshot = SnapshotFrom<typeof cellEditorMachine>;

export const selectOpenedCell = ({ context }: CellEditorSnapshot) => context.opened;
export const selectText = ({ context }: CellEditorSnapshot) => context.text;
export const selectIsReadingValue = (snapshot: CellEditorSnapshot): boolean => snapshot.matches('reading');
/** Why the whole value could not be read. */
export const selectValueFailure = ({ context }: CellEditorSnapshot) => context.failure;
/** What is wrong with the text. */
export const selectProblem = ({ context: { opened, text } }: CellEditorSnapshot): string | null =>
  opened.readOnly ? null : problemOf(opened.column, text);
export const selectCanAccept = (snapshot: CellEditorSnapshot): boolean => snapshot.can({ type: 'value.accepted' });
