import type { SnapshotFrom } from 'xstate';
import type { ShapeSuggestions } from '../../../contract/tables/shapeSuggestions.ts';
import type { importRowsMachine } from './importRows.machine.ts';

type ImportRowsSnapshot = SnapshotFrom<typeof importRowsMachine>;

/** Everything that the panel shows of an import; its states are asked for below. */
export const selectImport = ({ context }: ImportRowsSnapshot) => context;
/** A file or a text is to be chosen. */
export const selectIsChoosing = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('choosing');
export const selectIsReading = (snapshot: ImportRowsSnapshot): boolean =>
  snapshot.matches('loadingDraft') || snapshot.matches('receiving') || snapshot.matches('reading');
export const selectIsUnread = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('unread');
export const selectIsMapping = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('mapping');
export const selectIsRunning = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('running');
/** What became of the rows is being asked. */
export const selectIsSettling = (snapshot: ImportRowsSnapshot): boolean =>
  snapshot.matches('settling') || snapshot.matches('waiting');
export const selectIsRefused = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('refused');
export const selectIsImported = (snapshot: ImportRowsSnapshot): boolean => snapshot.matches('imported');
/** The file that choices were made for, which has to be chosen again. */
export const selectDraftedFile = ({ context }: ImportRowsSnapshot): string | null => context.draft?.file ?? null;
/** The table among those found that has the name of the new one; null where the name is free, as far as is known. */
export const existingTableIn = (
  { context: { schema, choices, table } }: ImportRowsSnapshot,
  { tables }: ShapeSuggestions,
): ShapeSuggestions['tables'][number] | null =>
  table === null ? (tables.find((one) => one.schema === schema && one.name === choices.name) ?? null) : null;
