import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import FilePlus from 'lucide-react/icons/file-plus';
import History from 'lucide-react/icons/history';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import PanelLeft from 'lucide-react/icons/panel-left';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Save from 'lucide-react/icons/save';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import Trash from 'lucide-react/icons/trash-2';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { use, type ReactNode } from 'react';
import { rowLimits, timeLimitsMs, type SidebarPane, type SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { selectDraftPhase, selectTitle } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import { selectRunId } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type {
  SqlDraftRef,
  SqlResultsRef,
  SqlRunRef,
  SqlSnippetsRef,
} from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { selectOpenId } from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { useCommands, type Command } from '../parts/commands.ts';
import { ModelContext } from '../parts/model.context.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { afterLayer } from '../ui/focus/afterLayer.ts';
import { intellisenseLabel, rowLimitLabel, timeLimitLabel } from './settingLabels.ts';
import { useAskAboutQuery } from './useAskAboutQuery.ts';

interface SqlCommandsOptions {
  draft: SqlDraftRef;
  snippets: SqlSnippetsRef;
  results: SqlResultsRef;
  run: SqlRunRef;
  openNew: () => void;
  /** Null while the query cannot be run, stopped, saved or renamed. */
  runAll: (() => void) | null;
  cancel: (() => void) | null;
  save: (() => void) | null;
  rename: (() => void) | null;
  generate: (() => void) | null;
  hasSelection: boolean;
  settings: SqlSettings;
  onSettingsChanged: (settings: Partial<SqlSettings>) => void;
}

const command = (given: Omit<Command, 'section' | 'action'>, run: (() => void) | null): Command[] =>
  run === null ? [] : [{ ...given, section: 'SQL', action: { run } }];

/** One of several values of a setting: found by a search, so that they do not fill the list. */
const choice = (
  id: string,
  label: string,
  { isChosen, keywords, choose }: { isChosen: boolean; keywords: readonly string[]; choose: () => void },
): Command[] =>
  command(
    {
      id,
      label,
      icon: isChosen ? <Check aria-hidden /> : <SlidersHorizontal aria-hidden />,
      keywords,
      isHidden: true,
      ...(isChosen && { detail: 'On' }),
    },
    choose,
  );

function settingCommands(settings: SqlSettings, change: (settings: Partial<SqlSettings>) => void): Command[] {
  const { rowLimit, timeLimitMs, intellisense } = settings;
  return [
    ...rowLimits.flatMap((limit) =>
      choice(`sql.rows:${limit}`, limit === null ? 'No row limit' : rowLimitLabel(limit), {
        isChosen: limit === rowLimit,
        keywords: ['row limit', 'maximum'],
        choose: () => change({ rowLimit: limit }),
      }),
    ),
    ...timeLimitsMs.flatMap((limit) =>
      choice(`sql.time:${limit}`, `Time limit: ${timeLimitLabel(limit)}`, {
        isChosen: limit === timeLimitMs,
        keywords: ['timeout'],
        choose: () => change({ timeLimitMs: limit }),
      }),
    ),
    ...command(
      {
        id: 'sql.intellisense',
        label: `Turn ${intellisense ? 'off' : 'on'} ${intellisenseLabel.toLowerCase()}`,
        icon: <SlidersHorizontal aria-hidden />,
        keywords: ['intellisense', 'completion', 'autocomplete'],
      },
      () => change({ intellisense: !intellisense }),
    ),
  ];
}

const paneIcon: ReactNode = <PanelLeft aria-hidden />;

type LayoutOptions = Pick<SqlCommandsOptions, 'settings' | 'onSettingsChanged'> & {
  showTab: (shown: 'messages' | 'history') => void;
};

function layoutCommands({ settings, onSettingsChanged, showTab }: LayoutOptions): Command[] {
  const keywords = ['layout', 'panel', 'view'];
  const isShown = (pane: SidebarPane) => settings.sidebarOpen && settings.sidebarPane === pane;
  const show = (sidebarPane: SidebarPane) =>
    isShown(sidebarPane) ? null : () => onSettingsChanged({ sidebarOpen: true, sidebarPane });
  return [
    ...command({ id: 'sql.queries', label: 'Show queries', icon: paneIcon, keywords }, show('queries')),
    ...command({ id: 'sql.tables', label: 'Show tables', icon: paneIcon, keywords }, show('tables')),
    ...command(
      { id: 'sql.sidebar', label: 'Hide sidebar', icon: paneIcon, keywords },
      settings.sidebarOpen ? () => onSettingsChanged({ sidebarOpen: false }) : null,
    ),
    ...command({ id: 'sql.history', label: 'Show query history', icon: <History aria-hidden />, keywords }, () =>
      showTab('history'),
    ),
    ...command({ id: 'sql.messages', label: 'Show messages', icon: <History aria-hidden />, keywords }, () =>
      showTab('messages'),
    ),
  ];
}

/** The SQL editor's entries in the command palette, and its shortcuts. */
export function useSqlCommands(options: SqlCommandsOptions): void {
  const { draft, snippets, results, run, openNew, runAll, cancel, save, rename, generate, hasSelection, settings } =
    options;
  const name = useSelector(draft, selectTitle);
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  const id = useSelector(snippets, selectOpenId);
  const runId = useSelector(run, selectRunId);
  const ask = useAskAboutQuery(draft, snippets);
  const hasModel = use(ModelContext);
  useShortcut('cancelQuery', cancel);
  useShortcut('saveQuery', save);
  useCommands([
    ...command(
      { id: 'sql.new', label: 'New query', icon: <FilePlus aria-hidden />, keywords: ['create snippet'] },
      openNew,
    ),
    ...command(
      {
        id: 'sql.assistant',
        label: 'Ask the assistant about this query',
        icon: <MessageCircleQuestion aria-hidden />,
        keywords: ['ai', 'explain', 'format', 'improve'],
      },
      ask,
    ),
    ...command(
      {
        id: 'sql.generate',
        label: 'Generate SQL or a query name',
        icon: <WandSparkles aria-hidden />,
        keywords: ['ai', 'assistant', 'write', 'title'],
      },
      hasModel ? generate : null,
    ),
    ...command(
      {
        id: 'sql.run',
        label: hasSelection ? 'Run selection' : 'Run query',
        icon: <Play aria-hidden />,
        keywords: ['execute'],
        shortcut: 'runQuery',
      },
      runAll,
    ),
    ...command(
      {
        id: 'sql.cancel',
        label: 'Cancel query',
        icon: <Square aria-hidden />,
        keywords: ['stop'],
        shortcut: 'cancelQuery',
      },
      cancel,
    ),
    ...command({ id: 'sql.save', label: 'Save query', icon: <Save aria-hidden />, shortcut: 'saveQuery' }, save),
    ...command(
      { id: 'sql.rename', label: 'Rename query…', icon: <Pencil aria-hidden />, keywords: ['name', 'title'] },
      rename && (() => void afterLayer(rename)),
    ),
    ...command(
      { id: 'sql.delete', label: 'Delete query…', icon: <Trash aria-hidden />, keywords: ['remove'] },
      isEditable ? () => snippets.send({ type: 'delete.requested', snippet: { id, name } }) : null,
    ),
    ...layoutCommands({
      ...options,
      showTab: (pane) => results.send({ type: 'tab.chosen', run: runId, tab: { pane } }),
    }),
    ...settingCommands(settings, options.onSettingsChanged),
  ]);
}
