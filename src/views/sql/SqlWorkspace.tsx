import { useSelector } from '@xstate/react';
import FilePlus from 'lucide-react/icons/file-plus';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import PanelLeft from 'lucide-react/icons/panel-left';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import {
  createElement,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { css, cx } from 'styled-system/css';
import { isUnnamed, queryTitle } from '../../contract/sql/queryTitle.ts';
import type { SidebarPane, SqlCursor, SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { fingerprintOf } from '../../contract/sql/textFingerprint.ts';
import { selectRunningQueries } from '../../machines/sql/runningQueries/runningQueries.selectors.ts';
import {
  selectDraftPhase,
  selectIsBlank,
  selectName,
  selectSql,
  selectTitle,
} from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import { failedStatement } from '../../machines/sql/sqlRun/failedStatement.ts';
import { isDynamic, rememberOpenRelations } from '../../machines/sql/sqlRun/openRelations.ts';
import type { RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import {
  selectCanCancel,
  selectEnd,
  selectIsBlankReported,
  selectIsConfirmationOpen,
  selectIsRunning,
  selectPhase,
  selectRequest,
} from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type {
  RunningQueriesRef,
  SqlDraftRef,
  SqlGenerationRef,
  SqlResultsRef,
  SqlRunRef,
  SqlSnippetsRef,
} from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { selectDrafts, selectIsAsking, selectOpenId } from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { ModelContext } from '../parts/model.context.ts';
import { useProposal } from '../parts/useAssistant.ts';
import type { Resource } from '../parts/useResource.ts';
import { useIsShortcutOn, useShortcut } from '../parts/useShortcut.ts';
import { Button } from '../ui/Button.tsx';
import { consentRoomClass, fullHeight } from '../ui/consentRoom.ts';
import { useFloating } from '../ui/floatingParts.ts';
import { isFocusIdle } from '../ui/focus/isFocusIdle.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { Divider } from './Divider.tsx';
import { EarlierVersion } from './EarlierVersion.tsx';
import type { ErrorMark, RunnableText, SqlEditorPort } from './editor/sqlEditor.ts';
import { EditorPane } from './EditorPane.tsx';
import { holdKeys, takeKeys } from './heldKeys.ts';
import { listedQueries } from './listedQueries.ts';
import { NewQuery } from './NewQuery.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import { ExposedRelations, HistoryList, resultParts } from './resultParts.ts';
import { ResultsPane } from './ResultsPane.tsx';
import { RunBar } from './RunBar.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SchemaTree } from './SchemaTree.tsx';
import { SnippetList } from './SnippetList.tsx';
import { SqlSidebar } from './SqlSidebar.tsx';
import { useAskAboutQuery } from './useAskAboutQuery.ts';
import { useSqlCommands } from './useSqlCommands.tsx';

/** Loaded when there is something to review. */
const ProposalReview = lazy(() => import('./ProposalReview.tsx'));
/** Loaded when the user wants SQL or a name from the model. */
const GenerateSql = lazy(() => import('./GenerateSql.tsx'));

const frame = css({ display: 'flex', height: 'full', minHeight: '0', minWidth: '0' });
const sidebar = css({
  width: 'rail.expanded',
  flexShrink: '0',
  borderInlineEnd: 'hairline',
  background: 'canvas',
  mdDown: { display: 'none' },
});
const column = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  containerType: 'inline-size',
});
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: 'topBar',
  paddingInline: '3',
  borderBottom: 'hairline',
  background: 'surface',
  flexWrap: { base: 'nowrap', _narrow: 'wrap' },
  paddingBlock: { base: '0', _narrow: '1' },
});
const wideOnly = css({ display: 'contents', mdDown: { display: 'none' } });
const narrowOnly = css({ display: 'none', mdDown: { display: 'contents' } });
const title = css({
  flexGrow: '0',
  flexShrink: '[99]',
  flexBasis: { base: '[auto]', _narrow: '[calc(100% - {sizes.12})]' },
  // As wide as the name, so that the status follows it.
  fieldSizing: '[content]',
  minWidth: '20',
  maxWidth: 'form',
  height: 'control.small',
  paddingInline: '2',
  marginInlineStart: '-1',
  textStyle: 'label',
  fontWeight: 'semibold',
  color: 'text',
  background: '[transparent]',
  border: 'hairline',
  borderColor: '[transparent]',
  borderRadius: 'medium',
  textOverflow: 'ellipsis',
  _hover: { borderColor: 'edge' },
  _focus: { borderColor: 'border', background: 'surface' },
});
/** The status fills the narrow bar. */
const spacer = css({ flex: '1', _narrow: { display: 'none' } });
const panes = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', minWidth: '0' });
const pane = css({ minHeight: '0', minWidth: '0', overflow: 'hidden' });
const spoken = css({ srOnly: true });

/** What the workspace reads from the platform. */
export interface SqlData {
  catalog: Resource<'catalog'>;
  /** The project's tables can be read over HTTP. */
  hasDataApi: boolean;
  snippets: Resource<'snippets'>;
  history: Resource<'queryHistory'>;
  /** What stands where results would, while the project cannot be used; null while it can. */
  unavailable: ReactNode;
}

interface SqlWorkspaceProps {
  projectRef: string;
  draft: SqlDraftRef;
  run: SqlRunRef;
  results: SqlResultsRef;
  snippets: SqlSnippetsRef;
  runningQueries: RunningQueriesRef;
  data: SqlData;
  settings: SqlSettings;
  cursor: SqlCursor | null;
  styleNonce: string | undefined;
  isSheetOpen: boolean;
  /** Generating SQL, while that is open. */
  generation: SqlGenerationRef | null;
  isLoadingGeneration: boolean;
  onGenerationOpened: () => void;
  onGenerationClosed: () => void;
  onSettingsChanged: (settings: Partial<SqlSettings>) => void;
  onCursorMoved: (cursor: SqlCursor) => void;
  onSheetOpened: () => void;
  onSheetClosed: () => void;
}

/** Where the last run's error stands, as long as it is the last run's; without a place, where its statement begins. */
function useErrorMark(run: SqlRunRef): ErrorMark | null {
  const phase = useSelector(run, selectPhase);
  const request = useSelector(run, selectRequest);
  const end = useSelector(run, selectEnd);
  return useMemo(() => {
    const error = phase === 'failed' ? end?.error : null;
    if (!error || !request) return null;
    const position = error.position ?? failedStatement(request.sql, end?.results ?? [], error)?.position;
    return position === undefined ? null : { sql: request.sql, from: request.from, position, message: error.message };
  }, [phase, request, end]);
}

/**
 * The text editor while it is shown. It takes the focus when a query is opened, so that the user goes on typing, unless
 * that is in use elsewhere. A text that is inserted or typed before is inserted once it is there.
 */
function useEditor(isEditable: boolean) {
  const editor = useRef<SqlEditorPort | null>(null);
  const waiting = useRef<string | null>(null);
  const [hasEditor, setHasEditor] = useState(false);
  const port = useCallback((shown: SqlEditorPort | null) => {
    editor.current = shown;
    setHasEditor(shown !== null);
    if (shown && waiting.current !== null) shown.insert(waiting.current);
    waiting.current = null;
  }, []);
  const insert = (text: string) => {
    if (editor.current) editor.current.insert(text);
    else if (isEditable) waiting.current = text;
  };
  const isShown = isEditable && hasEditor;
  useEffect(() => {
    if (!isShown) return;
    const typed = takeKeys();
    if (typed !== null) editor.current?.insert(typed);
    else if (isFocusIdle()) editor.current?.focus();
  }, [isShown]);
  return { editor, port, hasEditor, insert };
}

type ListToggleProps = Pick<SqlWorkspaceProps, 'settings' | 'isSheetOpen' | 'onSettingsChanged' | 'onSheetOpened'>;

/** Shows and hides queries and tables: beside the editor on wide screens, over it on narrow ones. */
function ListToggle({ settings, isSheetOpen, onSettingsChanged, onSheetOpened }: ListToggleProps) {
  const isOpen = settings.sidebarOpen;
  const sidebarWords = isOpen ? 'Hide sidebar' : 'Show sidebar';
  return (
    <>
      <span className={wideOnly}>
        <Tooltip content={sidebarWords} side="bottom">
          <IconButton
            size="small"
            icon={<PanelLeft />}
            label={sidebarWords}
            tip={false}
            aria-expanded={isOpen}
            onClick={() => onSettingsChanged({ sidebarOpen: !isOpen })}
          />
        </Tooltip>
      </span>
      <span className={narrowOnly}>
        <IconButton
          size="small"
          icon={<PanelLeft />}
          label="Queries and tables"
          aria-expanded={isSheetOpen}
          onClick={onSheetOpened}
        />
      </span>
    </>
  );
}

interface NameFieldProps {
  draft: SqlDraftRef;
  /** What it is called as long as it has no name. */
  title: string;
  ref: Ref<HTMLInputElement>;
  /** The user is done with the name. */
  onDone: () => void;
}

function NameField({ draft, title: suggestion, ref, onDone }: NameFieldProps) {
  const name = useSelector(draft, selectName);
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  return (
    <input
      ref={ref}
      className={title}
      aria-label="Query name"
      value={isUnnamed(name) ? '' : name}
      placeholder={suggestion}
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

interface WorkspaceBarProps {
  draft: SqlDraftRef;
  title: string;
  nameField: Ref<HTMLInputElement>;
  /** Shows and hides the lists. */
  lists: ReactNode;
  onNamed: () => void;
  children: ReactNode;
}

/** The bar above the editor: the query's name and whether it is saved, and what can be done with it. */
const WorkspaceBar = ({ draft, title: name, nameField, lists, onNamed, children }: WorkspaceBarProps) => (
  <div className={bar}>
    {lists}
    <NameField ref={nameField} draft={draft} title={name} onDone={onNamed} />
    {useSelector(draft, selectDraftPhase) === 'editing' && <SaveStatus draft={draft} />}
    <span className={spacer} />
    {children}
  </div>
);

/** Editing the query's text and saving it. */
function useDraftActions(draft: SqlDraftRef, run: SqlRunRef) {
  const draftPhase = useSelector(draft, selectDraftPhase);
  const isBlankReported = useSelector(run, selectIsBlankReported);
  const isEditable = draftPhase === 'editing';
  const edit = (sql: string) => {
    draft.send({ type: 'draft.edited', change: { sql } });
    if (isBlankReported) run.send({ type: 'text.edited' });
  };
  const save = isEditable ? () => draft.send({ type: 'save.requested' }) : null;
  return { draftPhase, isEditable, edit, save };
}

interface RunActionsOptions {
  draft: SqlDraftRef;
  run: SqlRunRef;
  data: SqlData;
  settings: SqlSettings;
  editor: RefObject<SqlEditorPort | null>;
  hasEditor: boolean;
}

/** Running what is written and stopping it, and why that is impossible where it is. */
function useRunActions({ draft, run, data, settings, editor, hasEditor }: RunActionsOptions) {
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  const isRunning = useSelector(run, selectIsRunning);
  const isReady = data.unavailable === null;
  const obstacle = !isReady
    ? 'Project unavailable'
    : !isEditable
      ? 'No query to run'
      : hasEditor
        ? null
        : 'Editor not ready';
  const isBlank = useSelector(draft, selectIsBlank);
  const runObstacle = obstacle ?? (isBlank ? 'Enter a query to run' : null);
  const request = (text: RunnableText): RunRequest => ({
    ...text,
    document: fingerprintOf(selectSql(draft.getSnapshot())),
    rowLimit: settings.rowLimit,
    timeLimitMs: settings.timeLimitMs,
    ...(data.catalog.data && isDynamic(text.sql) && { openBefore: rememberOpenRelations(data.catalog.data) }),
  });
  const runText = (text: RunnableText) => {
    if (obstacle !== null) return;
    if (text.sql.trim() === '') run.send({ type: 'blankRun.requested' });
    else run.send({ type: 'run.requested', request: request(text) });
  };
  const runAll = () => {
    if (!isRunning && editor.current) runText(editor.current.runnable());
  };
  // The editor hears its keys itself; elsewhere on the screen they do the same.
  useShortcut('runQuery', runAll);
  const cancel = useSelector(run, selectCanCancel) ? () => run.send({ type: 'cancel.requested' }) : null;
  return { obstacle, runObstacle, runText, runAll, cancel };
}

/** The menu of limits, which an error that is about them opens, too. */
function useSettingsMenu() {
  const [areSettingsOpen, onSettingsOpenChange] = useState(false);
  return { areSettingsOpen, onSettingsOpenChange };
}

interface ResultsSideProps extends Pick<
  SqlWorkspaceProps,
  'draft' | 'run' | 'results' | 'data' | 'settings' | 'onSettingsChanged'
> {
  name: string;
  error: ErrorMark | null;
  isBlocked: boolean;
  editor: RefObject<SqlEditorPort | null>;
  onRun: (text: RunnableText) => void;
  onSettingsOpened: () => void;
}

function ResultsSide({ draft, run, results, data, settings, name, error, isBlocked, editor, ...on }: ResultsSideProps) {
  // What is on screen was read with the limit of then, whatever is chosen now.
  const request = useSelector(run, selectRequest);
  return (
    <PartBoundary failedPart="Could not show the results">
      <ResultsPane
        run={run}
        results={results}
        earlierVersion={<EarlierVersion draft={draft} run={run} />}
        unavailable={data.unavailable}
        notice={
          data.hasDataApi &&
          request && <ExposedRelations run={run} catalog={data.catalog.data ?? null} results={results} />
        }
        name={name}
        limit={request?.rowLimit ?? null}
        planView={settings.planView}
        onPlanViewChanged={(planView) => on.onSettingsChanged({ planView })}
        onGoToError={() => {
          if (error) editor.current?.goTo(error);
        }}
        onSettingsOpened={on.onSettingsOpened}
        history={
          <HistoryList
            history={data.history}
            isBlocked={isBlocked}
            onRun={(sql) => on.onRun({ sql, from: 0, line: 1 })}
            onInsert={(sql) => editor.current?.insert(sql)}
          />
        }
      />
    </PartBoundary>
  );
}

const NewQueryButton = ({ onClick }: { onClick: () => void }) => (
  <span className={wideOnly}>
    <Tooltip content="New query" side="bottom">
      <IconButton size="small" icon={<FilePlus />} label="New query" tip={false} onClick={onClick} />
    </Tooltip>
  </span>
);

type AssistantButtonsProps = Pick<
  SqlWorkspaceProps,
  'draft' | 'snippets' | 'generation' | 'isLoadingGeneration' | 'onGenerationOpened' | 'onGenerationClosed'
> & { isEditable: boolean };

/** Asks the assistant about the query, or for SQL. */
function AssistantButtons(props: AssistantButtonsProps) {
  const ask = useAskAboutQuery(props.draft, props.snippets);
  if (!use(ModelContext)) return null;
  return (
    <>
      {ask && (
        <IconButton
          size="small"
          icon={<MessageCircleQuestion />}
          label="Ask the assistant about this query"
          onClick={ask}
        />
      )}
      <IconButton
        size="small"
        icon={<WandSparkles />}
        label="Generate SQL"
        aria-expanded={props.generation !== null}
        loading={props.isLoadingGeneration}
        disabled={!props.isEditable}
        onClick={props.generation ? props.onGenerationClosed : props.onGenerationOpened}
      />
    </>
  );
}

const NewQueryAction = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    New query
  </Button>
);

interface SidebarProps extends Pick<SqlWorkspaceProps, 'projectRef' | 'snippets' | 'run' | 'runningQueries' | 'data'> {
  pane: SidebarPane;
  openName: string | null;
  onPaneShown: (pane: SidebarPane) => void;
  onNewRequested: () => void;
  onOpenRenamed: () => void;
  onInsert: (text: string) => void;
}

/** Queries and tables beside the editor. */
function Sidebar({ projectRef, snippets, run, runningQueries, data, pane: shown, openName, ...on }: SidebarProps) {
  const isRunning = useSelector(run, selectIsRunning);
  const running = useSelector(runningQueries, selectRunningQueries);
  return (
    <SqlSidebar
      shown={shown}
      onShown={on.onPaneShown}
      queries={
        <SnippetList
          list={snippets}
          projectRef={projectRef}
          snippets={data.snippets}
          openName={openName}
          isOpenRunning={isRunning}
          running={running}
          onNewRequested={on.onNewRequested}
          onOpenRenamed={on.onOpenRenamed}
        />
      }
      tables={
        <SchemaTree
          catalog={data.catalog}
          isAvailable={data.unavailable === null}
          newQuery={<NewQuery list={snippets} onClick={on.onNewRequested} />}
          onInsert={on.onInsert}
        />
      }
    />
  );
}

interface ReviewProps extends Pick<SqlWorkspaceProps, 'projectRef' | 'draft' | 'generation' | 'onGenerationClosed'> {
  editor: RefObject<SqlEditorPort | null>;
  onEdited: (sql: string) => void;
}

/** What the assistant proposes for this query, and asking it for more. */
function Review({ projectRef, draft, editor, generation, onEdited, onGenerationClosed }: ReviewProps) {
  const { proposal, settle } = useProposal(projectRef);
  const sql = useSelector(draft, selectSql);
  const accept = (text: string) => {
    editor.current?.replace(text);
    onEdited(text);
    editor.current?.focus();
  };
  return (
    <Suspense>
      {proposal && (
        <ProposalReview
          sql={sql}
          proposed={proposal.sql}
          onAccepted={(text) => {
            accept(text);
            settle();
          }}
          onRejected={() => {
            settle();
            editor.current?.focus();
          }}
        />
      )}
      {generation && (
        <GenerateSql
          generation={generation}
          sql={sql}
          onAccepted={accept}
          onNamed={(name) => draft.send({ type: 'draft.edited', change: { name } })}
          onClosed={() => {
            onGenerationClosed();
            editor.current?.focus();
          }}
        />
      )}
    </Suspense>
  );
}

interface SplitPanesProps {
  /** The editor's share of the height. */
  share: number;
  onMoved: (share: number) => void;
  editor: ReactNode;
  /** Null where there is no query that could give any. */
  results: ReactNode;
}

const SplitPanes = ({ share, onMoved, editor, results }: SplitPanesProps) => (
  <div className={panes}>
    <div className={pane} style={{ flex: `${share} 1 0` }}>
      {editor}
    </div>
    {results !== null && (
      <>
        <Divider label="Resize editor" share={share} onMoved={onMoved} />
        <div className={cx(pane, consentRoomClass)} style={{ flex: `${1 - share} 1 0` }}>
          {results}
        </div>
      </>
    )}
  </div>
);

/** The open query's title, which is that of the window once it is known: a screen reader announces the first one. */
function useTitle(draft: SqlDraftRef, list: SqlSnippetsRef, { data: saved }: Resource<'snippets'>): string {
  const own = useSelector(draft, selectTitle);
  const id = useSelector(list, selectOpenId);
  const drafts = useSelector(list, selectDrafts);
  const name = listedQueries(drafts, saved ?? [], { id, title: own }).find((query) => query.id === id)?.name ?? own;
  const phase = useSelector(draft, selectDraftPhase);
  useDocumentTitle(phase === 'opening' ? null : phase === 'missing' ? 'Query not found' : name);
  return name;
}

/** What the user types from here on belongs to the new query. */
function openNewQuery(list: SqlSnippetsRef, { data: saved }: Resource<'snippets'>): void {
  holdKeys();
  list.send({ type: 'snippet.newRequested', titles: (saved ?? []).map(queryTitle) });
}

function selectText({ current }: RefObject<HTMLInputElement | null>): void {
  current?.focus();
  current?.select();
}

/** What is asked before a destructive run, and about a query of the list. The code loads with the first question. */
function Questions({ run, snippets }: { run: SqlRunRef; snippets: SqlSnippetsRef }) {
  const RunDialog = useFloating(resultParts.destructive, useSelector(run, selectIsConfirmationOpen));
  const ListDialogs = useFloating(resultParts.snippets, useSelector(snippets, selectIsAsking));
  return (
    <>
      {RunDialog && createElement(RunDialog, { run })}
      {ListDialogs && createElement(ListDialogs, { list: snippets })}
    </>
  );
}

/** List, editor and results of one query. */
export function SqlWorkspace(props: SqlWorkspaceProps) {
  const { draft, run, results, snippets, data, settings, cursor, styleNonce, isSheetOpen } = props;
  const { onSettingsChanged, onCursorMoved, onSheetClosed, onGenerationOpened } = props;
  const name = useTitle(draft, snippets, data.snippets);
  const { draftPhase, isEditable, edit, save } = useDraftActions(draft, run);
  const isRunning = useSelector(run, selectIsRunning);
  const error = useErrorMark(run);
  const [hasSelection, setHasSelection] = useState(false);
  const settingsMenu = useSettingsMenu();
  const { editor, port, hasEditor, insert } = useEditor(isEditable);
  const nameField = useRef<HTMLInputElement>(null);
  const { obstacle, runObstacle, runText, runAll, cancel } = useRunActions({ ...props, editor, hasEditor });
  const openNew = () => openNewQuery(snippets, data.snippets);
  const isRunKeyOn = useIsShortcutOn('runQuery');
  useSqlCommands({
    draft,
    snippets,
    results,
    run,
    openNew,
    runAll: obstacle === null && !isRunning ? runAll : null,
    cancel,
    save,
    rename: isEditable ? () => selectText(nameField) : null,
    generate: isEditable ? onGenerationOpened : null,
    hasSelection,
    settings,
    onSettingsChanged,
  });
  const list = (
    <Sidebar
      {...props}
      pane={settings.sidebarPane}
      openName={isEditable ? name : null}
      onNewRequested={openNew}
      onPaneShown={(sidebarPane) => onSettingsChanged({ sidebarPane })}
      onOpenRenamed={() => {
        onSheetClosed();
        selectText(nameField);
      }}
      onInsert={(text) => {
        onSheetClosed();
        insert(text);
      }}
    />
  );

  return (
    <div className={frame} {...fullHeight}>
      {settings.sidebarOpen && <aside className={sidebar}>{list}</aside>}
      <SidePanel open={isSheetOpen} onClose={onSheetClosed} title="Queries and tables" side="left">
        {list}
      </SidePanel>
      <div className={column}>
        <h1 className={spoken}>SQL editor</h1>
        <WorkspaceBar
          draft={draft}
          title={name}
          nameField={nameField}
          lists={<ListToggle {...props} />}
          onNamed={() => editor.current?.focus()}
        >
          {!settings.sidebarOpen && <NewQueryButton onClick={openNew} />}
          <AssistantButtons {...props} isEditable={isEditable} />
          <RunBar
            run={run}
            settings={settings}
            hasSelection={hasSelection && isEditable}
            obstacle={runObstacle}
            {...settingsMenu}
            onSettingsChanged={onSettingsChanged}
            onRun={runAll}
          />
        </WorkspaceBar>
        <SplitPanes
          share={settings.editorShare}
          onMoved={(editorShare) => onSettingsChanged({ editorShare })}
          editor={
            <PartBoundary failedPart="Could not show the editor">
              <EditorPane
                draft={draft}
                name={name}
                port={port}
                cursor={cursor}
                catalog={data.catalog.data ?? null}
                error={error}
                styleNonce={styleNonce}
                intellisense={settings.intellisense}
                review={<Review {...props} editor={editor} onEdited={edit} />}
                newQuery={<NewQueryAction onClick={openNew} />}
                onSelected={setHasSelection}
                onEdited={edit}
                onCursorMoved={onCursorMoved}
                onRun={(text) => {
                  if (isRunKeyOn && !isRunning) runText(text);
                }}
              />
            </PartBoundary>
          }
          results={
            draftPhase === 'missing' ? null : (
              <ResultsSide
                {...props}
                name={name}
                error={error}
                isBlocked={isRunning || obstacle !== null}
                editor={editor}
                onRun={runText}
                onSettingsOpened={() => settingsMenu.onSettingsOpenChange(true)}
              />
            )
          }
        />
      </div>
      <Questions run={run} snippets={snippets} />
    </div>
  );
}
