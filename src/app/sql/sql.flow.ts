import { fromCallback, fromPromise, type EventObject } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { resultText, wholeOf, type TextFormat } from '../../contract/sql/resultText.ts';
import { defaultSqlSettings, type ViewStateCommand } from '../../contract/sql/sqlEditor.ts';
import { localDraftMachine, type StorageCommand } from '../../machines/sql/localDraft/localDraft.machine.ts';
import { runningQueriesMachine } from '../../machines/sql/runningQueries/runningQueries.machine.ts';
import { editorStates } from '../../machines/sql/sqlDraft/editorStates.ts';
import { sqlDraftMachine } from '../../machines/sql/sqlDraft/sqlDraft.machine.ts';
import type { SqlGenerationInput } from '../../machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import type { SqlRemedyInput } from '../../machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import { sqlResultsMachine, type ResultRef } from '../../machines/sql/sqlResults/sqlResults.machine.ts';
import { resultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import { summaryOf } from '../../machines/sql/sqlRun/runSummary.ts';
import {
  sqlRunMachine,
  type AttachInput,
  type RunEnd,
  type StreamInput,
} from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import { sqlScreenMachine } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { sqlSnippetsMachine } from '../../machines/sql/sqlSnippets/sqlSnippets.machine.ts';
import { copyText } from '../../services/browser/clipboard.ts';
import { readStored } from '../../services/browser/storage.ts';
import { clearWithUser } from '../../services/browser/userData.ts';
import { whileAwaited } from '../../services/http/awaitedAnswers.ts';
import { persistDraft } from '../../services/sql/draftPersistence.ts';
import {
  createDraft,
  deleteDrafts,
  forgetQuery,
  queryToOpen,
  loadDraft,
  watchDrafts,
} from '../../services/sql/drafts.ts';
import { leftDraftSent, saveDraft } from '../../services/sql/draftSaves.ts';
import { downloadText, fileName, gather } from '../../services/sql/exports.ts';
import { forgetEnded, lastRun, noteEnd, rememberRun } from '../../services/sql/lastRuns.ts';
import { chosenTabOf, cursorOf, keepChosenTab, storeViewState } from '../../services/sql/openQueries.ts';
import { readRunning, watchRuns } from '../../services/sql/runningQueries.ts';
import { deleteSnippet, readSnippet, renameSnippet, saveCopy } from '../../services/sql/snippets.ts';
import { sqlEntries } from '../../services/sql/sqlEntries.ts';
import {
  attachToRun,
  cancelQuery,
  isRefusal,
  readOutcome,
  runQuery,
  type AnswerPart,
  type RunEnding,
} from '../../services/sql/sqlRunner.ts';
import { startedQuery } from '../../services/sql/startedQuery.ts';
import { lazyCharts } from '../parts/lazyCharts.ts';

clearWithUser(() => {
  resultStore.clear();
  editorStates.clear();
});

/** What only generating SQL needs. */
const generation = lazyCharts(async () => {
  const [flow] = await Promise.all([
    import('./sqlGeneration.flow.ts'),
    // The view mounts with the flow: both come in one round trip.
    import('../../views/sql/GenerateSql.tsx'),
  ]);
  return { sqlGeneration: flow.default };
});

const remedies = lazyCharts(async () => ({ sqlRemedy: (await import('./sqlRemedy.flow.ts')).default }));

/** Interval in which the chart gets rows that stream in. */
const progressMs = 100;

/** Puts an answer on the shelf as it comes, and tells the chart of it now and then. */
function shelve({ id, ref, query, report }: AttachInput, sql: string) {
  const store = resultStore.open(id, query, sql);
  let told = 0;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    telling = undefined;
    told = performance.now();
    report.send({ type: 'stream.progressed', progress: summaryOf(store) });
  };
  /** What is not told yet comes with the end. */
  const stop = () => clearTimeout(telling);
  return {
    stop,
    receive(part: AnswerPart): void {
      if (part.type === 'queued') {
        report.send({ type: 'stream.queued', ahead: part.ahead });
        return;
      }
      store.receive(part);
      if (telling !== undefined) return;
      const wait = told + progressMs - performance.now();
      if (wait <= 0) tell();
      else telling = setTimeout(tell, wait);
    },
    end(ending: RunEnding): RunEnd {
      stop();
      store.complete({ sql, ...ending });
      noteEnd({ ref, query }, id);
      return { ...ending, ...summaryOf(store) };
    },
  };
}

async function beginRun(input: StreamInput, signal: AbortSignal): Promise<RunEnd> {
  const { ref, query, sql, from, line, document, rowLimit, timeLimitMs, startedAt, report } = input;
  const id = crypto.randomUUID();
  const bringBack = rememberRun({ ref, query }, { id, startedAt, from, line, document, rowLimit, timeLimitMs });
  const shelf = shelve({ id, ref, query, report }, sql);
  report.send({ type: 'stream.opened', id });
  const body = { id, sql, timeout_ms: timeLimitMs, ...(rowLimit !== null && { row_limit: rowLimit }) };
  const accepted = () => report.send({ type: 'stream.accepted' });
  try {
    return shelf.end(await runQuery({ ref, body }, accepted, shelf.receive, signal));
  } catch (error) {
    shelf.stop();
    if (isRefusal(error)) bringBack();
    throw error;
  }
}

async function attach(input: AttachInput, signal: AbortSignal): Promise<RunEnd> {
  const { id, ref, query, report } = input;
  const kept = resultStore.recall(id);
  if (kept) {
    const { sql, ...ending } = kept.end;
    report.send({ type: 'stream.attached', sql });
    return { ...ending, ...summaryOf(kept) };
  }
  let shelf: ReturnType<typeof shelve> | undefined;
  const begin = (sql: string) => {
    // The rows that had arrived before stay until the answer comes again.
    shelf = shelve(input, sql);
    report.send({ type: 'stream.attached', sql });
  };
  try {
    const ending = await attachToRun({ ref, id }, begin, (part) => shelf?.receive(part), signal);
    return (shelf ?? shelve(input, '')).end(ending);
  } catch (error) {
    shelf?.stop();
    if (failureOf(error).code === 404) forgetEnded({ ref, query }, id);
    throw error;
  }
}

const sqlRun = sqlRunMachine.provide({
  actors: {
    recallRun: fromPromise(async ({ input }) => lastRun(input)),
    streamQuery: fromPromise(({ input, signal }) => beginRun(input, signal)),
    attachToRun: fromPromise(({ input, signal }) => attach(input, signal)),
    cancelQuery: fromPromise(({ input, signal }) => cancelQuery(input, signal)),
    readOutcome: fromPromise(({ input, signal }) => readOutcome(input, signal)),
  },
});

const localDraft = localDraftMachine.provide({
  actors: {
    persistDraft: fromCallback<StorageCommand, { ref: string; id: string }>(({ input, sendBack, receive }) => {
      const persistence = persistDraft(input, sendBack);
      receive((command) => persistence.receive(command));
      return () => persistence.stop();
    }),
  },
});

const sqlDraft = sqlDraftMachine.provide({
  actors: {
    localDraft,
    loadDraft: fromPromise(({ input }) => whileAwaited(loadDraft(input))),
    forgetQuery: fromPromise(async ({ input }) => {
      editorStates.forget(input.id);
      forgetQuery(input);
    }),
    readSnippet: fromPromise(async ({ input, signal }) => {
      // The query may have been left a moment ago.
      await leftDraftSent(input);
      return readSnippet(input, signal);
    }),
    saveSnippet: fromPromise(({ input }) => saveDraft(input)),
    saveCopy: fromPromise(({ input, signal }) => saveCopy(input, signal)),
  },
});

const tableOf = ({ run, result, asReceived = false }: ResultRef) =>
  resultStore.of(run)[asReceived ? 'received' : 'results'][result] ?? { columns: [], rows: [] };

const fileTypes: Readonly<Record<Exclude<TextFormat, 'tsv'>, { ending: string; type: string }>> = {
  csv: { ending: '.csv', type: 'text/csv;charset=utf-8' },
  spreadsheetCsv: { ending: ' (Excel-safe).csv', type: 'text/csv;charset=utf-8' },
  json: { ending: '.json', type: 'application/json' },
};

const sqlResults = sqlResultsMachine.provide({
  actors: {
    loadRemedy: remedies.load,
    sqlRemedy: remedies.chart<SqlRemedyInput>(),
    storeTab: fromPromise(async ({ input: { id, chosen } }) => keepChosenTab(id, chosen)),
    copyCells: fromPromise(async ({ input, signal }) => {
      if ('text' in input) {
        await copyText(input);
        return { rows: 1, cells: 1 };
      }
      const { range, format, withHeader } = input;
      const { fromRow, toRow, fromColumn, toColumn } = range;
      const table = tableOf(input);
      const text = (await gather(resultText(table, range, format, withHeader), signal)).join('');
      // The grid is there, or nothing of it could be copied.
      const { copiedCells } = await import('../../views/parts/grid/clipboardHtml.ts');
      await copyText({ text: format === 'tsv' ? copiedCells(text, table, range, withHeader) : text });
      const rows = toRow - fromRow + 1;
      return { rows, cells: rows * (toColumn - fromColumn + 1) };
    }),
    exportResult: fromPromise(async ({ input, signal }) => {
      const table = tableOf(input);
      const { ending, type } = fileTypes[input.format];
      const range = wholeOf(table);
      const file = fileName(input.name, ending);
      await downloadText(resultText(table, range, input.format, true), { name: file, type }, signal);
      return { rows: range.toRow + 1, file };
    }),
  },
});

const sqlSnippets = sqlSnippetsMachine.provide({
  actors: {
    watchDrafts: fromCallback<EventObject, { ref: string }>(({ input, sendBack }) =>
      watchDrafts(input, (drafts) => sendBack({ type: 'drafts.loaded', drafts })),
    ),
    createDraft: fromPromise(({ input }) => createDraft(input)),
    renameSnippet: fromPromise(async ({ input, signal }) => {
      await leftDraftSent(input);
      return renameSnippet(input, signal);
    }),
    deleteSnippet: fromPromise(async ({ input, signal }) => {
      await leftDraftSent(input);
      await deleteSnippet(input, signal);
      editorStates.forget(input.id);
      await deleteDrafts(input);
    }),
  },
});

const runningQueries = runningQueriesMachine.provide({
  actors: {
    watchRuns: fromCallback<EventObject, { ref: string }>(({ input, sendBack }) =>
      watchRuns(input, () => sendBack({ type: 'runs.changed' })),
    ),
    readRunning: fromPromise(({ input, signal }) => readRunning(input, signal)),
  },
});

export default sqlScreenMachine.provide({
  actors: {
    sqlRun,
    sqlDraft,
    sqlResults,
    sqlSnippets,
    runningQueries,
    loadGeneration: generation.load,
    sqlGeneration: generation.chart<SqlGenerationInput>(),
    openSql: fromPromise(async ({ input: { ref, id, start }, signal }) => {
      const named = id ?? (start && (await startedQuery({ ref, start }, signal)));
      const query = queryToOpen({ ref, id: named });
      const settings = readStored(sqlEntries.settings) ?? defaultSqlSettings;
      return { id: query, settings, cursor: cursorOf(query), tab: chosenTabOf(query) };
    }),
    storeViewState: fromCallback<ViewStateCommand, { id: string }>(({ input, receive }) => {
      const viewState = storeViewState(input.id);
      receive((command) => viewState.receive(command));
      return () => viewState.stop();
    }),
  },
});
