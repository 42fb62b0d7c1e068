import { useSelector } from '@xstate/react';
import FilePlus from 'lucide-react/icons/file-plus';
import PanelLeft from 'lucide-react/icons/panel-left';
import Play from 'lucide-react/icons/play';
import Save from 'lucide-react/icons/save';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import type { SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { selectDraftPhase, selectName } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
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
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { DestructiveSqlDialog } from './DestructiveSqlDialog.tsx';
import { Divider } from './Divider.tsx';
import type { ErrorMark, RunnableText, SqlEditorPort } from './editor/sqlEditor.ts';
import { EditorPane } from './EditorPane.tsx';
import { HistoryList } from './HistoryList.tsx';
import { isFocusIdle } from './isFocusIdle.ts';
import { ResultsPane } from './ResultsPane.tsx';
import { RunBar } from './RunBar.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SnippetDialogs } from './SnippetDialogs.tsx';
import { SnippetList } from './SnippetList.tsx';

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
  // What is on screen was read with the limit of then, whatever is chosen now.
  const rowLimit = useSelector(run, selectRequest)?.rowLimit ?? null;
  const error = useErrorMark(run);
  const [hasSelection, setHasSelection] = useState(false);
  const editor = useRef<SqlEditorPort | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const isEditable = phase === 'editing';
  useDocumentTitle(name);
  useEffect(() => {
    // Whoever opened a query, or chose between two versions of it, goes on typing; nobody is called away from elsewhere.
    if (isEditable && isFocusIdle()) editor.current?.focus();
  }, [isEditable]);

  const obstacle =
    data.standstill !== null ? 'The project cannot be used now' : isEditable ? null : 'There is nothing to run';
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
  const save = () => draft.send({ type: 'save.requested' });
  const openNew = () => snippets.send({ type: 'snippet.newRequested' });
  // The editor hears its keys itself; elsewhere on the screen they do the same.
  const isRunKeyOn = useIsShortcutOn('runQuery');
  useShortcut('runQuery', runAll);
  useShortcut('saveQuery', isEditable ? save : null);
  useCommands([
    {
      id: 'sql.new',
      label: 'New query',
      section: 'SQL',
      icon: <FilePlus aria-hidden />,
      keywords: ['create snippet'],
      action: { run: openNew },
    },
    ...(obstacle === null && !isRunning
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
    ...(isEditable
      ? [
          {
            id: 'sql.save',
            label: 'Save query now',
            section: 'SQL' as const,
            icon: <Save aria-hidden />,
            shortcut: 'saveQuery' as const,
            action: { run: save },
          },
        ]
      : []),
  ]);
  const sidebarWords = settings.sidebarOpen ? 'Hide the queries' : 'Show the queries';
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
          <span className={wideOnly}>
            <Tooltip content={sidebarWords} side="bottom">
              <IconButton
                size="small"
                icon={<PanelLeft />}
                label={sidebarWords}
                title=""
                aria-expanded={settings.sidebarOpen}
                onClick={() => onSettingsChanged({ sidebarOpen: !settings.sidebarOpen })}
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
          <input
            ref={nameField}
            className={title}
            aria-label="Name of the query"
            value={name}
            maxLength={200}
            spellCheck={false}
            disabled={!isEditable}
            onChange={(event) => draft.send({ type: 'draft.edited', change: { name: event.currentTarget.value } })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // The key would otherwise be typed where the focus has gone: over the SQL that is selected there.
              event.preventDefault();
              editor.current?.focus();
            }}
          />
          {isEditable && <SaveStatus draft={draft} />}
          <span className={spacer} />
          {!settings.sidebarOpen && (
            <span className={wideOnly}>
              <Tooltip content="New query" side="bottom">
                <IconButton size="small" icon={<FilePlus />} label="New query" title="" onClick={openNew} />
              </Tooltip>
            </span>
          )}
          <RunBar
            run={run}
            settings={settings}
            hasSelection={hasSelection && isEditable}
            obstacle={obstacle}
            onSettingsChanged={onSettingsChanged}
            onRun={runAll}
          />
        </div>
        <div className={panes}>
          <div className={pane} style={{ flex: `${settings.editorShare} 1 0` }}>
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
          </div>
          <Divider
            label="Height of the editor"
            share={settings.editorShare}
            onMoved={(editorShare) => onSettingsChanged({ editorShare })}
          />
          <div className={pane} style={{ flex: `${1 - settings.editorShare} 1 0` }}>
            <ResultsPane
              run={run}
              results={results}
              standstill={data.standstill}
              name={name}
              limit={rowLimit}
              onGoToError={() => {
                if (error) editor.current?.goTo(error);
              }}
              history={
                <HistoryList
                  history={data.history}
                  isBlocked={isRunning || obstacle !== null}
                  onRun={(sql) => runText({ sql, from: 0, line: 1 })}
                  onInsert={(sql) => editor.current?.insert(sql)}
                />
              }
            />
          </div>
        </div>
      </div>
      <DestructiveSqlDialog run={run} />
      <SnippetDialogs list={snippets} />
    </div>
  );
}
