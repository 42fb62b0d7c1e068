import { Tabs as Ark } from '@ark-ui/react/tabs';
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Rows from 'lucide-react/icons/table-2';
import { useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { css } from 'styled-system/css';
import type { CellRange, TextFormat } from '../../machines/sql/sqlResults/resultText.ts';
import type { ResultsTab } from '../../machines/sql/sqlResults/sqlResults.machine.ts';
import {
  selectChosenTab,
  selectIsCopyingCells,
  selectIsExporting,
  selectOpenCell,
  hasResult,
  shownTab,
} from '../../machines/sql/sqlResults/sqlResults.selectors.ts';
import { resultStore, type ResultSet, type ResultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import type { ResultSummary } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import {
  selectIsRunning,
  selectNoticeCount,
  selectPhase,
  selectRequest,
  selectResults,
  selectRunId,
} from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlResultsRef, SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { MenuItem } from '../ui/floating/MenuList.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Menu } from '../ui/Menu.tsx';
import { CellDialog } from './CellDialog.tsx';
import type { Grid } from './grid/grid.ts';
import { MessageList } from './MessageList.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import { RunReport } from './RunReport.tsx';
import { RunStatus } from './RunStatus.tsx';
import { useAnswer } from './useResultStore.ts';
import { counted, shortcut } from './words.ts';

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
  flexWrap: { base: 'nowrap', mdDown: 'wrap' },
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
  textStyle: 'label',
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
const count = css({ textStyle: 'tiny', color: 'muted', fontVariantNumeric: 'tabular-nums' });
const tools = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  marginInlineStart: 'auto',
  minWidth: '0',
  paddingBlock: '1',
});
const panel = css({
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  outlineOffset: '-0.5',
  '&[hidden]': { display: 'none' },
});
const gridFrame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const gridPlace = css({ flex: '1', minHeight: '0', position: 'relative' });
const foot = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  flexShrink: '0',
  paddingBlock: '1',
  paddingInline: '3',
  borderTop: 'hairline',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
});
const cutOff = css({ color: 'warning', overflow: 'hidden', textOverflow: 'ellipsis' });
const empty = css({
  position: 'absolute',
  insetInline: '0',
  top: '10',
  textAlign: 'center',
  color: 'muted',
  pointerEvents: 'none',
});
const before = css({ padding: '4' });
const spoken = css({ srOnly: true });

const gridHelp = 'sql-grid-help';

const tabKey = (tab: ResultsTab): string => (tab.pane === 'result' ? `result-${tab.index}` : tab.pane);

const exportFormats: readonly { format: Exclude<TextFormat, 'tsv'>; label: string; detail: string }[] = [
  { format: 'csv', label: 'CSV', detail: 'exact' },
  { format: 'spreadsheetCsv', label: 'CSV (Excel-safe)', detail: 'no formulas' },
  { format: 'json', label: 'JSON', detail: 'exact' },
];

const copyFormats: readonly { format: TextFormat; label: string; withHeader: boolean }[] = [
  { format: 'tsv', label: 'TSV', withHeader: false },
  { format: 'tsv', label: 'TSV with headers', withHeader: true },
  { format: 'csv', label: 'CSV', withHeader: true },
  { format: 'json', label: 'JSON', withHeader: true },
];

interface ResultPanelProps {
  results: SqlResultsRef;
  run: string;
  index: number;
  store: ResultStore;
  result: ResultSet;
  isRunning: boolean;
  limit: number | null;
  port: Ref<Grid>;
}

function RowCount({ run, result }: { run: string; result: ResultSet }) {
  useAnswer(run);
  return <span>{counted(result.rows.length, 'row')}</span>;
}

function ResultPanel({ results, run, index, store, result, isRunning, limit, port }: ResultPanelProps) {
  const [selected, setSelected] = useState<CellRange | null>(null);
  const rows = selected ? selected.toRow - selected.fromRow + 1 : 0;
  const columns = selected ? selected.toColumn - selected.fromColumn + 1 : 0;
  return (
    <div className={gridFrame}>
      <div className={gridPlace}>
        <ResultGrid
          store={store}
          result={result}
          port={port}
          label={`Result ${index + 1}`}
          describedBy={gridHelp}
          onCellOpened={(row, column) =>
            results.send({ type: 'cell.opened', cell: { run, result: index, row, column } })
          }
          onCopyRequested={(range) =>
            results.send({
              type: 'copy.requested',
              request: { run, result: index, range, format: 'tsv', withHeader: false },
            })
          }
          onSelected={setSelected}
        />
        {!isRunning && result.rows.length === 0 && (
          <p className={empty}>{result.tag === null ? 'No rows received' : 'No rows'}</p>
        )}
      </div>
      <div className={foot}>
        <RowCount run={run} result={result} />
        {result.more && limit !== null && <span className={cutOff}>Limited to the first {counted(limit, 'row')}.</span>}
        {rows * columns > 1 && <span>{`${counted(rows, 'row')} × ${counted(columns, 'column')} selected`}</span>}
      </div>
    </div>
  );
}

interface ResultToolsProps {
  results: SqlResultsRef;
  run: string;
  index: number;
  name: string;
  grid: RefObject<Grid | null>;
}

/** Takes a result out of the page: to the clipboard or into a file. */
function ResultTools({ results, run, index, name, grid }: ResultToolsProps) {
  const isExporting = useSelector(results, selectIsExporting);
  const isCopying = useSelector(results, selectIsCopyingCells);
  const copyItems = copyFormats.map(({ format, label, withHeader }): MenuItem => ({
    kind: 'action',
    key: label,
    label,
    ...(label === 'TSV' && { shortcut: shortcut('Mod+C') }),
    onSelect: () => {
      if (grid.current)
        results.send({
          type: 'copy.requested',
          request: { run, result: index, range: grid.current.wanted(), format, withHeader },
        });
    },
  }));
  const exportItems = exportFormats.map(({ format, label, detail }): MenuItem => ({
    kind: 'action',
    key: format,
    label,
    detail,
    onSelect: () => {
      results.send({ type: 'export.requested', request: { run, result: index, format, name } });
    },
  }));

  return (
    <>
      <Menu
        label="Copy as"
        items={copyItems}
        align="end"
        trigger={
          <Button size="tiny" variant="text" icon={<Copy />} loading={isCopying}>
            Copy
          </Button>
        }
      />
      {isExporting ? (
        <Button size="tiny" variant="text" onClick={() => results.send({ type: 'export.cancelled' })}>
          Cancel export
        </Button>
      ) : (
        <Menu
          label="Export as"
          items={exportItems}
          align="end"
          trigger={
            <Button size="tiny" variant="text" icon={<Download />}>
              Export
            </Button>
          }
        />
      )}
    </>
  );
}

interface Tab {
  tab: ResultsTab;
  label: ReactNode;
}

/** A tab for each result to look at, one for messages and one for the history. */
const tabsOf = (summaries: readonly ResultSummary[], notices: number, hasFailed: boolean): Tab[] => [
  ...summaries.flatMap(({ columns, tag, rows, more }, index) =>
    !hasResult({ columns, tag, rows }, hasFailed)
      ? []
      : [
          {
            tab: { pane: 'result', index } as const,
            label: (
              <>
                {summaries.filter(({ columns: given }) => given > 0).length === 1 ? 'Result' : `Result ${index + 1}`}
                <span className={count}>
                  {tag ?? rows.toLocaleString('en-US')}
                  {more ? '+' : ''}
                </span>
              </>
            ),
          },
        ],
  ),
  { tab: { pane: 'messages' }, label: <>Messages{notices > 0 && <span className={count}>{notices}</span>}</> },
  { tab: { pane: 'history' }, label: 'History' },
];

export interface ResultsPaneProps {
  run: SqlRunRef;
  results: SqlResultsRef;
  /** What stands in the pane's place while the project cannot be used. */
  standstill: ReactNode;
  /** What there is to say about the last run beside its answer. */
  notice: ReactNode;
  history: ReactNode;
  /** Name for exported files. */
  name: string;
  limit: number | null;
  onGoToError: () => void;
}

/** What a run gave: its results as tabs, what the database said, and the runs before it. */
export function ResultsPane({ run, results, standstill, notice, history, name, limit, onGoToError }: ResultsPaneProps) {
  const id = useSelector(run, selectRunId);
  const phase = useSelector(run, selectPhase);
  const request = useSelector(run, selectRequest);
  const isRunning = useSelector(run, selectIsRunning);
  const summaries = useSelector(run, selectResults);
  const notices = useSelector(run, selectNoticeCount);
  const chosen = useSelector(results, selectChosenTab);
  const cell = useSelector(results, selectOpenCell);
  // What is here changes with the chart; what streams in is watched by the parts that show it.
  const store = resultStore.of(id);
  const grid = useRef<Grid | null>(null);

  const hasFailed = phase === 'failed';
  const shown = shownTab(chosen, id, summaries, hasFailed);
  const tabs = tabsOf(summaries, notices, hasFailed);
  const result = shown.pane === 'result' ? store.results[shown.index] : undefined;
  const openResult = cell && store.results[cell.result];

  const content = (): ReactNode => {
    if (shown.pane === 'history') return history;
    if (shown.pane === 'messages' || !result || id === null) {
      if (phase === 'idle')
        return (
          <div className={before}>
            <EmptyState icon={<Rows />} title="Run a query to see results">
              Press <Kbd>{shortcut('Mod+Enter')}</Kbd> to run the query or the selection.
            </EmptyState>
          </div>
        );
      return <MessageList run={id} sql={request?.sql ?? ''} phase={phase} isRunning={isRunning} />;
    }
    return (
      <ResultPanel
        key={`${id}-${shown.index}`}
        results={results}
        run={id}
        index={shown.index}
        store={store}
        result={result}
        isRunning={isRunning}
        limit={limit}
        port={grid}
      />
    );
  };

  return (
    <Ark.Root
      className={root}
      value={tabKey(shown)}
      activationMode="manual"
      onValueChange={({ value }) => {
        const picked = tabs.find(({ tab }) => tabKey(tab) === value);
        if (picked) results.send({ type: 'tab.chosen', run: id, tab: picked.tab });
      }}
    >
      <div className={bar}>
        <Ark.List className={list} aria-label="Results">
          {tabs.map(({ tab, label }) => (
            <Ark.Trigger key={tabKey(tab)} value={tabKey(tab)} className={trigger}>
              {label}
            </Ark.Trigger>
          ))}
        </Ark.List>
        <div className={tools}>
          <RunStatus run={run} />
          {id !== null && result && result.columns.length > 0 && shown.pane === 'result' && (
            <ResultTools results={results} run={id} index={shown.index} name={name} grid={grid} />
          )}
        </div>
      </div>
      {standstill ?? (shown.pane !== 'history' && <RunReport run={run} onGoToError={onGoToError} />)}
      {standstill === null && shown.pane !== 'history' && notice}
      {tabs.map(({ tab }) => (
        <Ark.Content key={tabKey(tab)} value={tabKey(tab)} className={panel} tabIndex={-1}>
          {tabKey(tab) === tabKey(shown) && (standstill === null || tab.pane === 'history') && content()}
        </Ark.Content>
      ))}
      <CellDialog
        open={cell !== null}
        column={openResult?.columns[cell?.column ?? 0]}
        value={cell ? openResult?.rows[cell.row]?.[cell.column] : undefined}
        row={cell?.row ?? 0}
        onClose={() => results.send({ type: 'cell.closed' })}
        onCopyRequested={(text) => results.send({ type: 'valueCopy.requested', text })}
      />
      <p className={spoken} id={gridHelp}>
        Use the arrow keys to move, Shift and an arrow key to extend the selection, Enter to view a value, and Alt,
        Shift and an arrow key to resize a column.
      </p>
    </Ark.Root>
  );
}
