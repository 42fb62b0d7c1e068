import { CellDialog } from './CellDialog.tsx';
import { ErrorReport } from './ErrorReport.tsx';
import { MessageList } from './MessageList.tsx';
import { ResultPanel } from './ResultPanel.tsx';
import { ResultTools } from './ResultTools.tsx';
import { UnprotectedTables } from './UnprotectedTables.tsx';

export const resultViews = { CellDialog, ErrorReport, MessageList, ResultPanel, ResultTools, UnprotectedTables };
