import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import { defaultSqlSettings, type SqlSettings } from '../../../src/contract/sql/sqlEditor.ts';
import { fingerprintOf } from '../../../src/contract/sql/textFingerprint.ts';
import type { DraftText } from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import {
  runningQueriesMachine,
  type RunningQueries,
} from '../../../src/machines/sql/runningQueries/runningQueries.machine.ts';
import { sqlDraftMachine, type SqlDraftInput } from '../../../src/machines/sql/sqlDraft/sqlDraft.machine.ts';
import { sqlResultsMachine } from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import { exposedRelationsOf } from '../../../src/machines/sql/sqlRun/exposedRelations.ts';
import { sqlRunMachine } from '../../../src/machines/sql/sqlRun/sqlRun.machine.ts';
import type { SqlRunRef } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import { sqlSnippetsMachine } from '../../../src/machines/sql/sqlSnippets/sqlSnippets.machine.ts';
import { CommandsContext, createCommandRegistry } from '../../../src/views/parts/commands.ts';
import { ModelContext } from '../../../src/views/parts/model.context.ts';
import { resultParts } from '../../../src/views/sql/resultParts.ts';
import { SqlWorkspace, type SqlData } from '../../../src/views/sql/SqlWorkspace.tsx';
import { editorNamed, typeOverAll } from '../../fixtures/codeMirror.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { endedRun, endingRuns } from '../../fixtures/sqlRun.ts';
import { withStubs } from '../../support/fakeWorld.ts';

type Target = Pick<SqlDraftInput, 'ref' | 'id'>;

const nothing = () => {};
const ready = { state: 'ready', failure: null, refreshing: false, retry: nothing } as const;
const data: SqlData = {
  catalog: { ...ready, data: { schemas: [], searchPath: [] } },
  snippets: { ...ready, data: [] },
  history: { ...ready, data: [] },
  unavailable: null,
  hasDataApi: true,
};

const commands = createCommandRegistry();

const summary = (id: string, name: string) => ({ id, name, version: 1, updated_at: '2026-01-01T00:00:00Z' });

/** The workspace of a query that the server is still being asked for. */
function opening(
  change: (settings: Partial<SqlSettings>) => void = nothing,
  ended?: SqlRunRef,
  {
    hasModel = true,
    saved = data.snippets,
    running = ['q2'],
    catalog = data.catalog.data!,
  }: { hasModel?: boolean; saved?: SqlData['snippets']; running?: string[]; catalog?: Catalog } = {},
) {
  const snippet = held<Snippet | null, Target>();
  const port = recordingPort();
  const of = { ref: 'abc', id: 'q1', port };
  const draft = createActor(
    withStubs(sqlDraftMachine).provide({
      actors: { loadDraft: fromPromise<DraftText | null, Target>(async () => null), readSnippet: snippet.logic },
    }),
    { input: of },
  ).start();
  const run =
    ended ??
    createActor(withStubs(sqlRunMachine), {
      input: { ref: 'abc', query: 'q1', port, now: () => 0 },
    }).start();
  const results = createActor(withStubs(sqlResultsMachine), {
    input: { ref: 'abc', query: 'q1', tab: null, port },
  }).start();
  const snippets = createActor(withStubs(sqlSnippetsMachine), { input: of }).start();
  const readRunning = fromPromise<RunningQueries, { ref: string }>(async () => ({ queries: running, mayChange: true }));
  const runningQueries = createActor(withStubs(runningQueriesMachine).provide({ actors: { readRunning } }), {
    input: { ref: 'abc' },
  }).start();
  render(
    <CommandsContext value={commands}>
      <ModelContext value={hasModel}>
        <SqlWorkspace
          projectRef="abc"
          draft={draft}
          run={run}
          results={results}
          snippets={snippets}
          runningQueries={runningQueries}
          data={{ ...data, snippets: saved, catalog: { ...ready, data: catalog } }}
          settings={defaultSqlSettings}
          cursor={null}
          styleNonce={undefined}
          isSheetOpen={false}
          generation={null}
          isLoadingGeneration={false}
          onGenerationOpened={nothing}
          onGenerationClosed={nothing}
          onSettingsChanged={change}
          onCursorMoved={nothing}
          onSheetOpened={nothing}
          onSheetClosed={nothing}
        />
      </ModelContext>
    </CommandsContext>,
  );
  return async () => {
    await act(async () => {});
    await act(async () =>
      snippet
        .last()
        .answer({ id: 'q1', name: 'Orders', sql: 'select 1', version: 1, updated_at: '2026-01-01T00:00:00Z' }),
    );
    await screen.findByDisplayValue('Orders');
    return editorNamed('SQL')!.contentDOM;
  };
}

describe('a query that opens', () => {
  afterEach(cleanup);

  it('has the focus in its text, so that the user types on', async () => {
    const text = await opening()();
    expect(document.activeElement).toBe(text);
  });

  it('leaves the focus to a field that the user is in', async () => {
    const opened = opening();
    const field = screen.getByLabelText('Search queries');
    field.focus();
    await opened();
    expect(document.activeElement).toBe(field);
  });

  it('goes from its name to its text by Enter', async () => {
    const text = await opening()();
    const name = screen.getByLabelText('Query name');
    name.focus();
    fireEvent.keyDown(name, { key: 'a' });
    expect(document.activeElement).toBe(name);
    fireEvent.keyDown(name, { key: 'Enter' });
    expect(document.activeElement).toBe(text);
  });
});

describe('the list of queries', () => {
  afterEach(cleanup);

  it('marks the queries that run, and the open one from the moment that it is run', async () => {
    const saved = ['Orders', 'Totals', 'Returns'].map((name, index) => summary(`q${index + 1}`, name));
    const run = createActor(withStubs(sqlRunMachine), {
      input: { ref: 'abc', query: 'q1', port: recordingPort(), now: () => 0 },
    }).start();
    await opening(nothing, run, { saved: { ...ready, data: saved } })();
    const marked = () =>
      within(screen.getByRole('navigation', { name: 'Queries' }))
        .getAllByRole('link')
        .filter(({ textContent }) => textContent.includes('Running'))
        .map(({ textContent }) => textContent.slice(0, 6));
    await waitFor(() => expect(marked()).toEqual(['Totals']));
    act(() =>
      run.send({
        type: 'run.requested',
        request: { sql: 'select 1', from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 },
      }),
    );
    expect(marked()).toEqual(['Orders', 'Totals']);
  });

  it('marks the open query that another tab runs', async () => {
    await opening(nothing, undefined, { saved: { ...ready, data: [summary('q1', 'Orders')] }, running: ['q1'] })();
    const list = within(screen.getByRole('navigation', { name: 'Queries' }));
    await waitFor(() => expect(list.getByRole('link').textContent).toContain('Running'));
  });
});

describe('the text of a query', () => {
  afterEach(cleanup);

  it('tells the run of an edit only where that says that there was nothing to run', async () => {
    const sent: string[] = [];
    const run = createActor(withStubs(sqlRunMachine), {
      input: { ref: 'abc', query: 'q1', port: recordingPort(), now: () => 0 },
      inspect: (event) => {
        if (event.type === '@xstate.event' && event.event.type === 'text.edited') sent.push(event.event.type);
      },
    }).start();
    (await opening(nothing, run)()).blur();
    const edit = (insert: string) => act(() => editorNamed('SQL')!.dispatch({ changes: { from: 0, insert } }));
    edit(' ');
    edit(' ');
    expect(sent).toEqual([]);
    act(() => run.send({ type: 'blankRun.requested' }));
    expect(screen.getByText(/^Nothing to run/)).toBeTruthy();
    edit('s');
    edit('e');
    expect(sent).toHaveLength(1);
    expect(screen.queryByText(/^Nothing to run/)).toBeNull();
  });
});

describe('the result of a query', () => {
  afterEach(cleanup);
  const mark = () => screen.queryByText('Query changed since this run');
  const edit = (change: { from: number; to?: number; insert?: string }) =>
    act(() => editorNamed('SQL')!.dispatch({ changes: change }));
  const run = async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await screen.findByText('Completed in 12 ms');
  };

  it('is marked while the text differs from the one that was run, until that is back or runs', async () => {
    (await opening(nothing, endingRuns('earlier'))()).blur();
    edit({ from: 8, insert: ' as one' });
    expect(mark()).toBeNull();
    await run();
    expect(mark()).toBeNull();
    edit({ from: 0, to: 0, insert: ' ' });
    // All of it is seen and heard, by any means.
    expect(mark()?.closest('[role=status]')?.textContent).toBe('Query changed since this run');
    edit({ from: 0, to: 1 });
    expect(mark()).toBeNull();
    // As long as before.
    edit({ from: 7, to: 8, insert: '2' });
    expect(mark()).not.toBeNull();
    await run();
    expect(mark()).toBeNull();
  });

  it('tells what a block opened by what was open before it', async () => {
    const runs = endingRuns('block');
    const products = { name: 'products', kind: 'table' as const, remedy: 'close it', columns: [] };
    const catalog: Catalog = {
      schemas: [{ name: 'public', relations: [products], functions: [] }],
      searchPath: ['public'],
    };
    (await opening(nothing, runs, { catalog })()).blur();
    const openBefore = async (sql: string) => {
      act(() => typeOverAll(editorNamed('SQL')!, sql));
      await run();
      return runs.getSnapshot().context.request?.openBefore;
    };
    const block = 'do $$ begin null; end $$';
    const before = await openBefore(block);
    expect(exposedRelationsOf(block, catalog, before)).toEqual([]);
    const reviews = { ...products, name: 'reviews' };
    const after = { ...catalog, schemas: [{ ...catalog.schemas[0]!, relations: [products, reviews] }] };
    expect(exposedRelationsOf(block, after, before)).toMatchObject([{ name: 'reviews' }]);
    expect(await openBefore('select 2')).toBeUndefined();
  });

  it('of a selection belongs to the whole text', async () => {
    (await opening(nothing, endingRuns('selection'))()).blur();
    act(() => editorNamed('SQL')!.dispatch({ selection: { anchor: 0, head: 6 } }));
    await run();
    expect(mark()).toBeNull();
    edit({ from: 8, insert: '0' });
    expect(mark()).not.toBeNull();
  });

  it('of an earlier visit is marked once the text is there, if it is another one', async () => {
    const marks: boolean[] = [];
    const request = { sql: 'select 2', from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 } as const;
    for (const document of [fingerprintOf('select 2'), fingerprintOf('select 1'), undefined]) {
      const before = endingRuns('visit');
      before.send({ type: 'run.requested', request: { ...request, document } });
      const opened = opening(nothing, before);
      await screen.findByText('Completed in 12 ms');
      expect(mark()).toBeNull();
      await opened();
      marks.push(mark() !== null);
      cleanup();
    }
    expect(marks).toEqual([true, false, false]);
  });
});

describe('the palette in the SQL editor', () => {
  afterEach(cleanup);

  const chosen = (label: string) => {
    const { action } = commands.list().find((command) => command.label === label)!;
    return act(async () => 'run' in action && action.run());
  };

  it('finds what can be done with the query, its layout and its limits', async () => {
    await opening()();
    expect(commands.list().map(({ label }) => label)).toEqual([
      'New query',
      'Generate SQL or a query name',
      'Run query',
      'Save query',
      'Rename query…',
      'Delete query…',
      'Show tables',
      'Hide sidebar',
      'Show query history',
      'Show messages',
      'Limit 100 rows',
      'Limit 500 rows',
      'Limit 1,000 rows',
      'No row limit',
      'Time limit: 15 s',
      'Time limit: 1 min',
      'Time limit: 5 min',
      'Time limit: 10 min',
      'Turn off suggestions while typing',
    ]);
  });

  it('runs one query at a time', async () => {
    const run = createActor(withStubs(sqlRunMachine), {
      input: { ref: 'abc', query: 'q1', port: recordingPort(), now: () => 0 },
    }).start();
    await opening(nothing, run)();
    const offered = () => commands.list().flatMap(({ id }) => (/^sql\.(?:run|cancel)$/.test(id) ? [id] : []));
    expect(offered()).toEqual(['sql.run']);
    await chosen('Run query');
    act(() => {
      run.send({ type: 'stream.opened', id: 'run-1' });
      run.send({ type: 'stream.accepted' });
    });
    expect(offered()).toEqual(['sql.cancel']);
  });

  it('offers no SQL and no name by a model where none answers', async () => {
    await opening(nothing, undefined, { hasModel: false })();
    expect(commands.list().filter(({ id }) => /assistant|generate/.test(id))).toEqual([]);
    expect(screen.queryByRole('button', { name: /assistant|Generate/ })).toBeNull();
  });

  it('renames the query in its name field, and asks before it deletes it', async () => {
    await opening()();
    await chosen('Rename query…');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Query name')));
    await chosen('Delete query…');
    expect(await screen.findByRole('alertdialog', { name: 'Delete “Orders”?' })).toBeTruthy();
  });

  it('changes the layout and the settings', async () => {
    const changes: Partial<SqlSettings>[] = [];
    await opening((change) => changes.push(change))();
    await chosen('Hide sidebar');
    await chosen('Show tables');
    await chosen('No row limit');
    await chosen('Time limit: 5 min');
    await chosen('Turn off suggestions while typing');
    expect(changes).toEqual([
      { sidebarOpen: false },
      { sidebarOpen: true, sidebarPane: 'tables' },
      { rowLimit: null },
      { timeLimitMs: 300_000 },
      { intellisense: false },
    ]);
    await chosen('Show query history');
    expect(screen.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('a query that has reached its time limit', () => {
  afterEach(cleanup);
  const error = { message: 'The query timed out after 60 s.', code: '57014' };

  it('says where the limit is raised, and opens that', async () => {
    const changes: Partial<SqlSettings>[] = [];
    await opening((change) => void changes.push(change), endedRun('run-1', error, 'select pg_sleep(75)', 60_004))();
    const hint = await screen.findByText('Raise the time limit in Query settings.');
    expect(hint.textContent).toBe('Hint Raise the time limit in Query settings.');
    expect(screen.getByText('Hint').className).toBe(screen.getByText('SQLSTATE').className);
    fireEvent.click(screen.getByRole('button', { name: 'Query settings' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: '5 min' }));
    expect(changes).toEqual([{ timeLimitMs: 300_000 }]);
  });

  it('does not say so where the SQL has set itself a lower one', async () => {
    await opening(nothing, endedRun('run-1', error, 'set statement_timeout = 10; select pg_sleep(1)'))();
    await screen.findByText('57014', { exact: false });
    expect(screen.queryByRole('button', { name: 'Query settings' })).toBeNull();
  });
});

describe('results whose code does not load', () => {
  const { component } = resultParts.error;
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    resultParts.error.component = component;
  });

  it('leave the editor in place, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    resultParts.error.component = null;
    const load = vi.spyOn(resultParts.error, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
    const text = await opening(nothing, endedRun('run-1', { message: 'division by zero', code: '22012' }))();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(text.isConnected).toBe(true);
    const { textContent } = screen.getByRole('alert');
    expect(textContent).toContain('Could not show the results');
    expect(textContent).toContain('Failed to fetch');
    expect(textContent).not.toContain('Application error');

    load.mockImplementation(async () => (resultParts.error.component = component!));
    fireEvent.click(retry);
    await screen.findByText('Failed after 12 ms');
    await screen.findByText(/division by zero/);
    expect(text.isConnected).toBe(true);
  });
});
