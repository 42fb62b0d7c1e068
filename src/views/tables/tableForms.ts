import { DuplicateTableDialog } from './DuplicateTableDialog.tsx';
import { EditTablePanel } from './EditTablePanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { NewTablePanel } from './NewTablePanel.tsx';

/** Forms beside the list of tables, which share a chunk. */
export const tableForms = { NewTablePanel, EditTablePanel, DuplicateTableDialog, ImportPanel };
