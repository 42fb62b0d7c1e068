import { CellDialog } from './CellDialog.tsx';
import { DestructiveSqlDialog } from './DestructiveSqlDialog.tsx';
import { ErrorReport } from './ErrorReport.tsx';
import { ExposedRelations } from './ExposedRelations.tsx';
import { HistoryList } from './HistoryList.tsx';
import { MessageList } from './MessageList.tsx';
import { ResultName } from './ResultName.tsx';
import { ResultTools } from './ResultTools.tsx';
import { ResultView } from './ResultView.tsx';
import { SnippetDialogs } from './SnippetDialogs.tsx';

export const resultViews = {
  CellDialog,
  DestructiveSqlDialog,
  ErrorReport,
  ExposedRelations,
  HistoryList,
  MessageList,
  ResultName,
  ResultTools,
  ResultView,
  SnippetDialogs,
};
