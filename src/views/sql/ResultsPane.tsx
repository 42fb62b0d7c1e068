import { Tabs as Ark } from '@ark-ui/react/tabs';
import { useSelector } from '@xstate/react';
import Rows from 'lucide-react/icons/table-2';
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { css, cx } from 'styled-system/css';
import { grouped } from '../../contract/common/counts.ts';
import type { ResultsTab } from '../../contract/sql/resultsTab.ts';
import type { PlanView } from '../../contract/sql/sqlEditor.ts';
import { statementsOf, type SqlStatement } from '../../contract/sql/statements.ts';
import {
  selectChosenTab,
  selectOpenCell,
  hasResult,
  shownTab,
} from '../../machines/sql/sqlResults/sqlResults.selectors.ts';
import { resultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import type { ResultSummary, RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import {
  selectIsRunning,
  selectNoticeCount,
  selectPhase,
  selectRequest,
  selectResults,
  selectRunId,
} from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlResultsRef, SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import type { Grid } from '../parts/grid/grid.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { CellDialog, MessageList, ResultName, ResultTools, ResultView } from './resultParts.ts';
import { RunReport } from './RunReport.tsx';
import { RunStatus } from './RunStatus.tsx';

const root = css({
  display: 'flex',
  flexDirection: 'column',
  height: 'full',
  minHeight: '0',
  minWidth: '0',
  background: 'surface',
});
const bar = css({
  display: 'flex',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '0',
  flexShrink: '0',
  minHeight: 'control.large',
  paddingInline: '3',
  borderBottom: 'hairline',
  // What does not fit beside the tabs stands below them.
  flexWrap: 'wrap',
});
const list = css({
  display: 'flex',
  gap: '3',
  minWidth: '0',
  overflowX: 'auto',
  alignSelf: 'stretch',
  scrollbarWidth: '[none]',
});
const trigger = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'control.large',
  textStyle: 'dense',
  fontWeight: 'medium',
  color: 'muted',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  flexShrink: '0',
  borderBottomWidth: 'strong',
  borderBottomStyle: 'solid',
  borderBottomColor: '[transparent]',
  _hover: { color: 'text' },
  _focusVisible: { outlineOffset: '-0.5', borderRadius: 'small' },
  '&[data-selected]': { color: 'text', borderBottomColor: 'accent' },
  '&:not([data-selected])': { _highContrast: { borderBottomColor: '[Canvas]' } },
});
const count = css({
  textStyle: 'tiny',
  color: 'muted',
  background: 'sunken',
  borderRadius: 'full',
  paddingInline: '1.5',
  fontVariantNumeric: 'tabular-nums',
});
const tabName = css({ maxWidth: 'menu', overflow: 'hidden', textOverflow: 'ellipsis' });
const tools = css({
  display: 'inline-flex',
  alignItems: 'center',
  columnGap: '2',
  rowGap: '1',
  flexWrap: 'wrap',
  marginInlineStart: 'auto',
  minWidth: '0',
  paddingBlock: '1',
});
/** Copy and export stay side by side where they stand below the status. */
const toolGroup = css({ display: 'inline-flex', alignItems: 'center', gap: '2', flexWrap: 'wrap' });
const panel = css({
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  outlineOffset: '-0.5',
  '&[hidden]': { display: 'none' },
});
const byKey = css({ _coarse: { display: 'none' } });
const before = css({ padding: '4' });
const late = css({ animation: 'appearLate' });
const spoken = css({ srOnly: true });

const gridHelp = 'sql-grid-help';
const spokenHelp = (
  <p className={spoken} id={gridHelp}>
    Use the arrow keys to move, Shift and an arrow key to extend the selection, Enter to view a value and, in the
    header, to sort, Alt and the down arrow key for the column menu, and Alt, Shift and an arrow key to resize a column.
  </p>
);

const tabKey = (tab: ResultsTab): string => (tab.pane === 'result' ? `result-${tab.index}` : tab.pane);

interface Tab {
  tab: ResultsTab;
  label: ReactNode;
}

const textOf = (sql: string, statement: SqlStatement | undefined): string =>
  statement ? sql.slice(statement.from, statement.to) : '';

/** A tab for each result to look at, one for messages and one for the history. */
function tabsOf(
  request: Pick<RunRequest, 'sql' | 'line'>,
  statements: readonly SqlStatement[],
  summaries: readonly ResultSummary[],
  notices: number,
): Tab[] {
  const results = summaries.flatMap((summary, index) => (hasResult(summary) ? [{ ...summary, index }] : []));
  const indexes = results.map(({ index }) => index);
  const isOnly = summaries.filter(({ columns }) => columns > 0).length === 1;
  return [
    ...results.map(({ rows, more, index }) => ({
      tab: { pane: 'result', index } as const,
      label: (
        <>
          <span className={tabName}>
            {isOnly ? (
              'Result'
            ) : (
              <ResultName request={request} statements={statements} indexes={indexes} index={index} />
            )}
          </span>
          <span className={count}>
            {grouped(rows)}
            {more ? '+' : ''}
          </span>
        </>
      ),
    })),
    { tab: { pane: 'messages' }, label: <>Messages{notices > 0 && <span className={count}>{notices}</span>}</> },
    { tab: { pane: 'history' }, label: 'History' },
  ];
}

/** Before the first run. */
const nothingRun = { sql: '', line: 1 };

interface ResultsPaneProps {
  run: SqlRunRef;
  results: SqlResultsRef;
  /** Tells that the run belongs to another text than the query has now. */
  earlierVersion: ReactNode;
  /** What stands in the pane's place while the project cannot be used. */
  unavailable: ReactNode;
  /** What there is to say about the last run beside its answer. */
  notice: ReactNode;
  history: ReactNode;
  /** Name for exported files. */
  name: string;
  limit: number | null;
  /** How plans are shown. */
  planView: PlanView;
  onPlanViewChanged: (planView: PlanView) => void;
  onGoToError: () => void;
  onSettingsOpened: () => void;
}

/** What stands in place of an answer before the first run. */
const NothingRun = () => (
  <div className={before}>
    <EmptyState icon={<Rows />} title="Run a query to see results">
      <span className={byKey}>
        Press <Kbd>{strokeText('Mod+Enter')}</Kbd> to run the query or the selection.
      </span>
    </EmptyState>
  </div>
);

/** What stands in place of an answer whose first rows have not arrived. */
function NothingReceived() {
  const cancelKeys = useShortcutKeys('cancelQuery');
  return (
    <div className={cx(before, late)}>
      <EmptyState icon={<Rows />} title="Waiting for the first rows">
        {cancelKeys !== undefined && (
          <span className={byKey}>
            Press <Kbd>{strokeText(cancelKeys)}</Kbd> to cancel the query.
          </span>
        )}
      </EmptyState>
    </div>
  );
}

/** Tabs of results may need more room than there is: the chosen one is in sight, also after a reload. */
function useTabInSight(shownKey: string, tabCount: number): RefObject<HTMLDivElement | null> {
  const tabBar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Messages and history alone have room everywhere.
    if (tabCount === 2) return;
    const tab = tabBar.current?.querySelector(`[data-value="${shownKey}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownKey, tabCount]);
  return tabBar;
}

/** What a run gave: its results as tabs, what the database said, and the runs before it. */
export function ResultsPane(props: ResultsPaneProps) {
  const { run, results, earlierVersion, unavailable, notice, history, name, limit, planView, onPlanViewChanged } =
    props;
  const { onGoToError, onSettingsOpened } = props;
  const id = useSelector(run, selectRunId);
  const phase = useSelector(run, selectPhase);
  const request = useSelector(run, selectRequest) ?? nothingRun;
  // Also rows that are read again come one after another.
  const isReceiving = useSelector(run, selectIsRunning) || phase === 'restoring';
  const summaries = useSelector(run, selectResults);
  const notices = useSelector(run, selectNoticeCount);
  const chosen = useSelector(results, selectChosenTab);
  const cell = useSelector(results, selectOpenCell);
  // What is here changes with the chart; what streams in is watched by the parts that show it.
  const store = resultStore.of(id);
  const grid = useRef<Grid | null>(null);

  const shown = shownTab(chosen, id, summaries);
  const { sql } = request;
  const statements = useMemo(() => statementsOf(sql), [sql]);
  const tabs = useMemo(
    () => tabsOf(request, statements, summaries, notices),
    [request, statements, summaries, notices],
  );
  const result = shown.pane === 'result' ? store.results[shown.index] : undefined;
  const openResult = cell && store.results[cell.result];

  const shownKey = tabKey(shown);
  const tabList = useTabInSight(shownKey, tabs.length);

  const content = (): ReactNode => {
    if (shown.pane === 'history') return history;
    if (shown.pane === 'messages' || !result || id === null) {
      if (phase === 'idle') return <NothingRun />;
      if (isReceiving && notices === 0 && summaries.every(({ tag }) => tag === null)) return <NothingReceived />;
      return <MessageList run={id} sql={sql} phase={phase} isReceiving={isReceiving} />;
    }
    return (
      <ResultView
        key={`${id}-${shown.index}`}
        results={results}
        run={id}
        index={shown.index}
        isReceiving={isReceiving}
        limit={limit}
        planView={planView}
        describedBy={gridHelp}
        port={grid}
      />
    );
  };

  return (
    <Ark.Root
      className={root}
      value={shownKey}
      activationMode="manual"
      onValueChange={({ value }) => {
        const picked = tabs.find(({ tab }) => tabKey(tab) === value);
        if (picked) results.send({ type: 'tab.chosen', run: id, tab: picked.tab });
      }}
    >
      <div className={bar}>
        <Ark.List ref={tabList} className={list} aria-label="Results">
          {tabs.map(({ tab, label }) => (
            <Ark.Trigger key={tabKey(tab)} value={tabKey(tab)} className={trigger}>
              {label}
            </Ark.Trigger>
          ))}
        </Ark.List>
        <div className={tools}>
          {earlierVersion}
          <RunStatus run={run} />
          {id !== null && result && result.columns.length > 0 && shown.pane === 'result' && (
            <span className={toolGroup}>
              <ResultTools
                results={results}
                run={id}
                index={shown.index}
                sql={textOf(sql, statements[shown.index])}
                planView={planView}
                onPlanViewChanged={onPlanViewChanged}
                name={name}
                grid={grid}
              />
            </span>
          )}
        </div>
      </div>
      {unavailable ??
        (shown.pane !== 'history' && (
          <RunReport run={run} onGoToError={onGoToError} onSettingsOpened={onSettingsOpened} />
        ))}
      {unavailable === null && shown.pane !== 'history' && notice}
      {tabs.map(({ tab }) => (
        <Ark.Content key={tabKey(tab)} value={tabKey(tab)} className={panel} tabIndex={-1}>
          {tabKey(tab) === shownKey && (unavailable === null || tab.pane === 'history') && content()}
        </Ark.Content>
      ))}
      {id !== null && (
        <CellDialog
          open={cell !== null}
          column={openResult?.columns[cell?.column ?? 0]}
          value={cell ? openResult?.rows[cell.row]?.[cell.column] : undefined}
          row={cell?.row ?? 0}
          onClose={() => results.send({ type: 'cell.closed' })}
          onCopyRequested={(text) => results.send({ type: 'valueCopy.requested', text })}
        />
      )}
      {spokenHelp}
    </Ark.Root>
  );
}
