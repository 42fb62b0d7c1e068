import { floatingPart } from '../ui/floatingParts.ts';
import { lazily } from '../ui/lazily.ts';

const overlays = async () => (await import('./tableOverlays.ts')).tableOverlays;

/** What opens over the rows of a table, in a chunk that loads when one first opens. */
export const tableParts = {
  cell: floatingPart(async () => ({ default: (await overlays()).CellEditorDialog })),
  changes: floatingPart(async () => ({ default: (await overlays()).ChangesDialog })),
  columns: floatingPart(async () => ({ default: (await overlays()).ColumnsDialog })),
  commitAs: floatingPart(async () => ({ default: (await overlays()).CommitAsDialog })),
  conflict: floatingPart(async () => ({ default: (await overlays()).ConflictDialog })),
  export: floatingPart(async () => ({ default: (await overlays()).ExportDialog })),
  filter: floatingPart(async () => ({ default: (await overlays()).FilterPanel })),
  gone: floatingPart(async () => ({ default: (await overlays()).GoneColumnsNotice })),
  head: floatingPart(async () => ({ default: (await overlays()).HeadMenu })),
  left: floatingPart(async () => ({ default: (await overlays()).LeftChanges })),
  menu: floatingPart(async () => ({ default: (await overlays()).GridMenu })),
  reference: floatingPart(async () => ({ default: (await overlays()).ReferencePanel })),
  refusal: floatingPart(async () => ({ default: (await overlays()).RefusalNotice })),
  rowSecurity: floatingPart(async () => ({ default: (await overlays()).RowSecurityPopover })),
  row: floatingPart(async () => ({ default: (await overlays()).RowPanel })),
  zone: floatingPart(async () => ({ default: (await overlays()).ZoneDialog })),
  unmatched: floatingPart(async () => ({ default: (await overlays()).UnmatchedNotice })),
  user: floatingPart(async () => ({ default: (await overlays()).UserDialog })),
};

export const CellEditorDialog = lazily(tableParts.cell);
export const ChangesDialog = lazily(tableParts.changes);
export const ColumnsDialog = lazily(tableParts.columns);
export const CommitAsDialog = lazily(tableParts.commitAs);
export const ConflictDialog = lazily(tableParts.conflict);
export const ExportDialog = lazily(tableParts.export);
export const FilterPanel = lazily(tableParts.filter);
export const GoneColumnsNotice = lazily(tableParts.gone);
export const GridMenu = lazily(tableParts.menu);
export const HeadMenu = lazily(tableParts.head);
export const LeftChanges = lazily(tableParts.left);
export const ReferencePanel = lazily(tableParts.reference);
export const RefusalNotice = lazily(tableParts.refusal);
export const RowPanel = lazily(tableParts.row);
export const RowSecurityPopover = lazily(tableParts.rowSecurity);
export const UnmatchedNotice = lazily(tableParts.unmatched);
export const UserDialog = lazily(tableParts.user);
export const ZoneDialog = lazily(tableParts.zone);
