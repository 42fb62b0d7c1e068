import type { SnapshotFrom } from 'xstate';
import type { exportRowsMachine } from './exportRows.machine.ts';

type ExportRowsSnapshot = SnapshotFrom<typeof exportRowsMachine>;

export const selectScope = ({ context }: ExportRowsSnapshot) => context.scope;
/** What is selected; null where no stored row is. */
export const selectSelectedRows = ({ context }: ExportRowsSnapshot) => context.exported.selected;
export const selectFormat = ({ context }: ExportRowsSnapshot) => context.format;
/** Rows that have arrived. */
export const selectExportedRows = ({ context }: ExportRowsSnapshot): number => context.rows;
/** Rows of the whole file, as far as that is known. */
export const selectTotalRows = ({ context: { scope, exported } }: ExportRowsSnapshot): number | null =>
  scope === 'all' ? exported.total : (exported.selected?.rows ?? null);
export const selectExportFailure = ({ context }: ExportRowsSnapshot) => context.failure;
export const selectIsExporting = (snapshot: ExportRowsSnapshot): boolean => snapshot.matches('exporting');
export const selectIsSaved = (snapshot: ExportRowsSnapshot): boolean => snapshot.matches('saved');
