import { CellEditorDialog } from './CellEditorDialog.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';
import { CommitAsDialog } from './CommitAsDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { GoneColumnsNotice } from './GoneColumnsNotice.tsx';
import { LeftChanges } from './LeftChanges.tsx';
import { ReferencePanel } from './ReferencePanel.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { RowPanel } from './RowPanel.tsx';
import { UnmatchedNotice } from './UnmatchedNotice.tsx';

/** What opens over the rows of a table; all of it shares a chunk. */
export const tableOverlays = {
  CellEditorDialog,
  ChangesDialog,
  CommitAsDialog,
  ConflictDialog,
  ExportDialog,
  GoneColumnsNotice,
  LeftChanges,
  ReferencePanel,
  RefusalNotice,
  RowPanel,
  UnmatchedNotice,
};
