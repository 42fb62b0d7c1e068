import { CellDialog } from './CellDialog.tsx';
import { MessageList } from './MessageList.tsx';
import { ResultPanel } from './ResultPanel.tsx';
import { ResultTools } from './ResultTools.tsx';

export const resultViews = { CellDialog, MessageList, ResultPanel, ResultTools };
