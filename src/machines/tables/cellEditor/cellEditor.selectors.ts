import type { SnapshotFrom } from 'xstate';
import { isBinary, isJson, problemOf, type cellEditorMachine } from './cellEditor.machine.ts';

type CellEditorSnapshot = SnapshotFrom<typeof cellEditorMachine>;

export const selectOpenedCell = ({ context }: CellEditorSnapshot) => context.opened;
export const selectText = ({ context }: CellEditorSnapshot) => context.text;
/** The text is what was typed before the editor was closed, and not staged. */
export const selectIsDraft = ({ context }: CellEditorSnapshot): boolean => context.isDraft;
/** The text was begun from another value than the one that is stored now. */
export const selectHasStoredChanged = ({ context: { begunFrom, text, cells } }: CellEditorSnapshot): boolean =>
  begunFrom !== null && text !== cells?.[0];
export const selectIsReadingValue = (snapshot: CellEditorSnapshot): boolean => snapshot.matches('reading');
/** Why the whole value could not be read. */
export const selectValueFailure = (snapshot: CellEditorSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** What is wrong with the text. */
export const selectProblem = ({ context: { opened, text } }: CellEditorSnapshot): string | null =>
  opened.readOnly ? null : problemOf(opened.column, text);
export const selectCanAccept = (snapshot: CellEditorSnapshot): boolean => snapshot.can({ type: 'value.accepted' });
/** Why a file could not be read or saved. */
export const selectFileFailure = (snapshot: CellEditorSnapshot) =>
  snapshot.matches('editing') || snapshot.matches('tooLong') ? snapshot.context.failure : null;
/** A file is read or saved. */
export const selectIsFiling = (snapshot: CellEditorSnapshot): boolean =>
  snapshot.matches('readingFile') || snapshot.matches('savingFile') || snapshot.matches('savingWhole');
/** Bytes of a value that is too long to be edited here; null for every other. */
export const selectTooManyBytes = ({ context }: CellEditorSnapshot) => context.tooManyBytes;
/** How the value is edited. */
export const selectValueKind = ({ context: { opened } }: CellEditorSnapshot): 'json' | 'bytes' | 'text' =>
  isJson(opened.column) ? 'json' : isBinary(opened.column) ? 'bytes' : 'text';
