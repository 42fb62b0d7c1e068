import { useSelector } from '@xstate/react';
import FilePlus from 'lucide-react/icons/file-plus';
import PanelLeft from 'lucide-react/icons/panel-left';
import Play from 'lucide-react/icons/play';
import Save from 'lucide-react/icons/save';
import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import type { SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { selectDraftPhase, selectIsBlank, selectName } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import { selectEnd, selectIsRunning, selectPhase, selectRequest } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type {
  SqlDraftRef,
  SqlResultsRef,
  SqlRunRef,
  SqlSnippetsRef,
} from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { useCommands } from '../parts/commands.ts';
import type { Resource } from '../parts/useResource.ts';
import { useIsShortcutOn, useShortcut } from '../parts/useShortcut.ts';
import { Button } from '../ui/Button.tsx';
import { isFocusIdle } from '../ui/focus/isFocusIdle.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { DestructiveSqlDialog } from './DestructiveSqlDialog.tsx';
import { Divider } from './Divider.tsx';
import type { ErrorMark, RunnableText, SqlEditorPort } from './editor/sqlEditor.ts';
import { EditorPane } from './EditorPane.tsx';
import { HistoryList } from './HistoryList.tsx';
import { ResultsPane } from './ResultsPane.tsx';
import { RunBar } from './RunBar.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SnippetDialogs } from './SnippetDialogs.tsx';
import { SnippetList } from './SnippetList.tsx';
import { UnprotectedTables } from './UnprotectedTables.tsx';

const frame = css({ display: 'flex', height: 'full', minHeight: '0', minWidth: '0' });
const sidebar = css({
  width: 'rail.expanded',
  flexShrink: '0',
  borderInlineEnd: 'hairline',
  background: 'canvas',
  mdDown: { display: 'none' },
});
const column = css({ display: 'flex', flexDirection: 'column', flex: '1', minWidth: '0', minHeight: '0' });
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: 'topBar',
  paddingInline: '3',
  borderBottom: 'hairline',
  background: 'surface',
  flexWrap: { base: 'nowrap', smDown: 'wrap' },
  paddingBlock: { base: '0', smDown: '1' },
});
const wideOnly = css({ display: 'contents', mdDown: { display: 'none' } });
const narrowOnly = css({ display: 'none', mdDown: { display: 'contents' } });
const title = css({
  flexGrow: '0',
  flexShrink: '[99]',
  flexBasis: { base: 'popover', smDown: '[calc(100% - {sizes.control.large})]' },
  minWidth: '20',
  height: 'control.small',
  paddingInline: '2',
  marginInlineStart: '-1',
  textStyle: 'section',
  color: 'text',
  background: '[transparent]',
  border: 'hairline',
  borderColor: '[transparent]',
  borderRadius: 'medium',
  textOverflow: 'ellipsis',
  _hover: { borderColor: 'edge' },
  _focus: { borderColor: 'border', background: 'surface' },
});
const spacer = css({ flex: '1' });
const panes = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', minWidth: '0' });
const pane = css({ minHeight: '0', minWidth: '0', overflow: 'hidden' });
const spoken = css({ srOnly: true });

/** What the workspace reads from the platform. */
export interface SqlData {
  catalog: Catalog | null;
  /** The project's tables can be read over HTTP. */
  hasDataApi: boolean;
  snippets: Resource<'snippets'>;
  history: Resource<'queryHistory'>;
  /** What stands where results would, while the project cannot be used; null while it can. */
  standstill: ReactNode;
}

export interface SqlWorkspaceProps {
  projectRef: string;
  draft: SqlDraftRef;
  run: SqlRunRef;
  results: SqlResultsRef;
  snippets: SqlSnippetsRef;
  data: SqlData;
  settings: SqlSettings;
  styleNonce: string | undefined;
  isSheetOpen: boolean;
  onSettingsChanged: (settings: Partial<SqlSettings>) => void;
  onSheetOpened: () => void;
  onSheetClosed: () => void;
}

/** Where the last run's error stands, as long as it is the last run's. */
function useErrorMark(run: SqlRunRef): ErrorMark | null {
  const phase = useSelector(run, selectPhase);
  const request = useSelector(run, selectRequest);
  const end = useSelector(run, selectEnd);
  return useMemo(() => {
    const error = phase === 'failed' ? end?.error : null;
    return error?.position !== undefined && request
      ? { sql: request.sql, from: request.from, position: error.position, message: error.message }
      : null;
  }, [phase, request, end]);
}

/** Puts the focus into a query that was opened, so that the user goes on typing, unless it is in use elsewhere. */
function useFocusOnOpen(editor: RefObject<SqlEditorPort | null>, isEditable: boolean): void {
  useEffect(() => {
    if (isEditable && isFocusIdle()) editor.current?.focus();
  }, [editor, isEditable]);
}

interface SqlCommandsOptions {
  openNew: () => void;
  /** Null while the query cannot be run, or saved. */
  runAll: (() => void) | null;
  save: (() => void) | null;
  hasSelection: boolean;
}

function useSqlCommands({ openNew, runAll, save, hasSelection }: SqlCommandsOptions): void {
  useCommands([
    {
      id: 'sql.new',
      label: 'New query',
      section: 'SQL',
      icon: <FilePlus aria-hidden />,
      keywords: ['create snippet'],
      action: { run: openNew },
    },
    ...(runAll
      ? [
          {
            id: 'sql.run',
            label: hasSelection ? 'Run selection' : 'Run query',
            section: 'SQL' as const,
            icon: <Play aria-hidden />,
            keywords: ['execute'],
            shortcut: 'runQuery' as const,
            action: { run: runAll },
          },
        ]
      : []),
    ...(save
      ? [
          {
            id: 'sql.save',
            label: 'Save query',
            section: 'SQL' as const,
            icon: <Save aria-hidden />,
            shortcut: 'saveQuery' as const,
            action: { run: save },
          },
        ]
      : []),
  ]);
}

interface ListToggleProps {
  isOpen: boolean;
  isSheetOpen: boolean;
  onToggled: () => void;
  onSheetOpened: () => void;
}

/** Shows and hides the list of queries: beside the editor on wide screens, over it on narrow ones. */
function ListToggle({ isOpen, isSheetOpen, onToggled, onSheetOpened }: ListToggleProps) {
  const sidebarWords = isOpen ? 'Hide queries' : 'Show queries';
  return (
    <>
      <span className={wideOnly}>
        <Tooltip content={sidebarWords} side="bottom">
          <IconButton
            size="small"
            icon={<PanelLeft />}
            label={sidebarWords}
            title=""
            aria-expanded={isOpen}
            onClick={onToggled}
          />
        </Tooltip>
      </span>
      <span className={narrowOnly}>
        <IconButton
          size="small"
          icon={<PanelLeft />}
          label="Queries"
          aria-expanded={isSheetOpen}
          onClick={onSheetOpened}
        />
      </span>
    </>
  );
}

interface NameFieldProps {
  draft: SqlDraftRef;
  ref: Ref<HTMLInputElement>;
  /** The user is done with the name. */
  onDone: () => void;
}

function NameField({ draft, ref, onDone }: NameFieldProps) {
  const name = useSelector(draft, selectName);
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  return (
    <input
      ref={ref}
      className={title}
      aria-label="Query name"
      value={name}
      maxLength={200}
      spellCheck={false}
      disabled={!isEditable}
      onChange={(event) => draft.send({ type: 'draft.edited', change: { name: event.currentTarget.value } })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // The key would otherwise be typed where the focus has gone: over the SQL that is selected there.
        event.preventDefault();
        onDone();
      }}
    />
  );
}

interface RunActionsOptions {
  draft: SqlDraftRef;
  run: SqlRunRef;
  data: SqlData;
  settings: SqlSettings;
  editor: RefObject<SqlEditorPort | null>;
}

/** Running what is written, and why that is impossible where it is. */
function useRunActions({ draft, run, data, settings, editor }: RunActionsOptions) {
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  const isRunning = useSelector(run, selectIsRunning);
  const obstacle = data.standstill !== null ? 'Project unavailable' : isEditable ? null : 'No query to run';
  const isBlank = useSelector(draft, selectIsBlank);
  const runObstacle = obstacle ?? (isBlank ? 'Enter a query to run' : null);
  const request = (text: RunnableText): RunRequest => ({
    ...text,
    rowLimit: settings.rowLimit,
    timeLimitMs: settings.timeLimitMs,
  });
  const runText = (text: RunnableText) => {
    if (obstacle === null && text.sql.trim() !== '') run.send({ type: 'run.requested', request: request(text) });
  };
  const runAll = () => {
    if (!isRunning && editor.current) runText(editor.current.runnable());
  };
  return { obstacle, runObstacle, runText, runAll };
}

interface ResultsSideProps {
  run: SqlRunRef;
  results: SqlResultsRef;
  data: SqlData;
  name: string;
  error: ErrorMark | null;
  isBlocked: boolean;
  editor: RefObject<SqlEditorPort | null>;
  onRun: (text: RunnableText) => void;
}

function ResultsSide({ run, results, data, name, error, isBlocked, editor, onRun }: ResultsSideProps) {
  // What is on screen was read with the limit of then, whatever is chosen now.
  const rowLimit = useSelector(run, selectRequest)?.rowLimit ?? null;
  return (
    <ResultsPane
      run={run}
      results={results}
      standstill={data.standstill}
      notice={
        data.hasDataApi && (
          <UnprotectedTables run={run} catalog={data.catalog} onRun={(sql) => onRun({ sql, from: 0, line: 1 })} />
        )
      }
      name={name}
      limit={rowLimit}
      onGoToError={() => {
        if (error) editor.current?.goTo(error);
      }}
      history={
        <HistoryList
          history={data.history}
          isBlocked={isBlocked}
          onRun={(sql) => onRun({ sql, from: 0, line: 1 })}
          onInsert={(sql) => editor.current?.insert(sql)}
        />
      }
    />
  );
}

const NewQueryButton = ({ onClick }: { onClick: () => void }) => (
  <span className={wideOnly}>
    <Tooltip content="New query" side="bottom">
      <IconButton size="small" icon={<FilePlus />} label="New query" title="" onClick={onClick} />
    </Tooltip>
  </span>
);

interface SplitPanesProps {
  /** The editor's share of the height. */
  share: number;
  onMoved: (share: number) => void;
  editor: ReactNode;
  results: ReactNode;
}

const SplitPanes = ({ share, onMoved, editor, results }: SplitPanesProps) => (
  <div className={panes}>
    <div className={pane} style={{ flex: `${share} 1 0` }}>
      {editor}
    </div>
    <Divider label="Resize editor" share={share} onMoved={onMoved} />
    <div className={pane} style={{ flex: `${1 - share} 1 0` }}>
      {results}
    </div>
  </div>
);

/** List, editor and results of one query. */
export function SqlWorkspace({
  projectRef,
  draft,
  run,
  results,
  snippets,
  data,
  settings,
  styleNonce,
  isSheetOpen,
  onSettingsChanged,
  onSheetOpened,
  onSheetClosed,
}: SqlWorkspaceProps) {
  const name = useSelector(draft, selectName);
  const phase = useSelector(draft, selectDraftPhase);
  const isRunning = useSelector(run, selectIsRunning);
  const error = useErrorMark(run);
  const [hasSelection, setHasSelection] = useState(false);
  const editor = useRef<SqlEditorPort | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const isEditable = phase === 'editing';
  useDocumentTitle(name);
  useFocusOnOpen(editor, isEditable);

  const { obstacle, runObstacle, runText, runAll } = useRunActions({ draft, run, data, settings, editor });
  const save = () => draft.send({ type: 'save.requested' });
  const openNew = () => snippets.send({ type: 'snippet.newRequested' });
  // The editor hears its keys itself; elsewhere on the screen they do the same.
  const isRunKeyOn = useIsShortcutOn('runQuery');
  useShortcut('runQuery', runAll);
  useShortcut('saveQuery', isEditable ? save : null);
  useSqlCommands({
    openNew,
    runAll: obstacle === null && !isRunning ? runAll : null,
    save: isEditable ? save : null,
    hasSelection,
  });
  const newQuery = (
    <Button size="small" onClick={openNew}>
      New query
    </Button>
  );
  const list = (
    <SnippetList
      list={snippets}
      projectRef={projectRef}
      snippets={data.snippets}
      openName={isEditable ? name : null}
      onOpenRenamed={() => {
        onSheetClosed();
        nameField.current?.select();
      }}
    />
  );

  return (
    <div className={frame}>
      {settings.sidebarOpen && <aside className={sidebar}>{list}</aside>}
      <SidePanel open={isSheetOpen} onClose={onSheetClosed} title="Queries" side="left">
        {list}
      </SidePanel>
      <div className={column}>
        <h1 className={spoken}>SQL editor</h1>
        <div className={bar}>
          <ListToggle
            isOpen={settings.sidebarOpen}
            isSheetOpen={isSheetOpen}
            onToggled={() => onSettingsChanged({ sidebarOpen: !settings.sidebarOpen })}
            onSheetOpened={onSheetOpened}
          />
          <NameField ref={nameField} draft={draft} onDone={() => editor.current?.focus()} />
          {isEditable && <SaveStatus draft={draft} />}
          <span className={spacer} />
          {!settings.sidebarOpen && <NewQueryButton onClick={openNew} />}
          <RunBar
            run={run}
            settings={settings}
            hasSelection={hasSelection && isEditable}
            obstacle={runObstacle}
            onSettingsChanged={onSettingsChanged}
            onRun={runAll}
          />
        </div>
        <SplitPanes
          share={settings.editorShare}
          onMoved={(editorShare) => onSettingsChanged({ editorShare })}
          editor={
            <EditorPane
              draft={draft}
              port={editor}
              catalog={data.catalog}
              error={error}
              styleNonce={styleNonce}
              newQuery={newQuery}
              onSelected={setHasSelection}
              onRun={(text) => {
                if (isRunKeyOn && !isRunning) runText(text);
              }}
            />
          }
          results={
            <ResultsSide
              run={run}
              results={results}
              data={data}
              name={name}
              error={error}
              isBlocked={isRunning || obstacle !== null}
              editor={editor}
              onRun={runText}
            />
          }
        />
      </div>
      <DestructiveSqlDialog run={run} />
      <SnippetDialogs list={snippets} />
    </div>
  );
}
