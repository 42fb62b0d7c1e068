import { CellEditorDialog } from './CellEditorDialog.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { CommitAsDialog } from './CommitAsDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { GoneColumnsNotice } from './GoneColumnsNotice.tsx';
import { GridMenu } from './GridMenu.tsx';
import { HeadMenu } from './HeadMenu.tsx';
import { LeftChanges } from './LeftChanges.tsx';
import { ReferencePanel } from './ReferencePanel.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { RowPanel } from './RowPanel.tsx';
import { RowSecurityPopover } from './RowSecurityPopover.tsx';
import { UnmatchedNotice } from './UnmatchedNotice.tsx';
import { UserDialog } from './UserDialog.tsx';
import { ZoneDialog } from './ZoneDialog.tsx';

/** What opens over the rows of a table; all of it shares a chunk. */
export const tableOverlays = {
  CellEditorDialog,
  ChangesDialog,
  ColumnsDialog,
  CommitAsDialog,
  ConflictDialog,
  ExportDialog,
  FilterPanel,
  GoneColumnsNotice,
  GridMenu,
  HeadMenu,
  LeftChanges,
  ReferencePanel,
  RefusalNotice,
  RowPanel,
  RowSecurityPopover,
  UnmatchedNotice,
  UserDialog,
  ZoneDialog,
};
