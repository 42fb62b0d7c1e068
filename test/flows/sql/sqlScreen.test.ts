import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor, type Actor } from 'xstate';
import { defaultSqlSettings, type SqlSettings, type ViewStateCommand } from '../../../src/contract/sql/sqlEditor.ts';
import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import type { SqlStart } from '../../../src/contract/sql/sqlStart.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import type { ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import {
  sqlGenerationMachine,
  type SqlGenerationInput,
} from '../../../src/machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import { sqlScreenMachine, type OpenedSql } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import {
  selectDraft,
  selectGeneration,
  selectIsSheetOpen,
  selectResultsPane,
  selectRun,
  selectCursor,
  selectSettings,
  selectSnippets,
  selectSqlFailure,
  selectSqlPhase,
} from '../../../src/machines/sql/sqlScreen/sqlScreen.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { sqlScreenModel } from './sqlScreen.model.ts';

coverChart(sqlScreenModel);

describe('the SQL editor', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let opening: ReturnType<typeof held<OpenedSql, { ref: string; id: string | null; start: SqlStart | null }>>;
  let told: (ViewStateCommand | { type: 'stopped'; id: string })[];
  let keepingRequest: ReturnType<typeof held<void, SqlGenerationInput & { draft: GenerationDraft }>>;

  const enter = (params: ScreenInput['params'], query: ScreenInput['query'] = {}): Actor<typeof sqlScreenMachine> =>
    createActor(
      sqlScreenMachine.provide({
        actors: {
          openSql: opening.logic,
          storeViewState: fromCallback<ViewStateCommand, { id: string }>(({ input, receive }) => {
            receive((command) => told.push(command));
            return () => void told.push({ type: 'stopped', id: input.id });
          }),
          loadGeneration: fromPromise(async () => {}),
          sqlGeneration: lazyLogic<SqlGenerationInput>(() =>
            sqlGenerationMachine.provide({
              actors: {
                loadDraft: fromPromise(async (): Promise<GenerationDraft | null> => null),
                keepDraft: keepingRequest.logic,
              },
            }),
          ),
        },
      }),
      {
        clock,
        input: screenInput({ params, query, port, now: () => clock.now() }),
      },
    ).start();
  const entered = async (settings: Partial<SqlSettings> = {}) => {
    const screen = enter({ ref: 'abc', id: 'q1' });
    opening.last().answer({ id: 'q1', settings: { ...defaultSqlSettings, ...settings }, cursor: null, tab: null });
    await waitFor(screen, (snapshot) => selectSqlPhase(snapshot) === 'open');
    return screen;
  };

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    opening = held();
    told = [];
    keepingRequest = held();
  });

  it('opens the query that the address names, with the settings of this computer', async () => {
    const screen = await entered({ rowLimit: 500 });
    expect(opening.last().input).toEqual({ ref: 'abc', id: 'q1', start: null });
    expect(selectSettings(screen.getSnapshot()).rowLimit).toBe(500);
    expect(port.commands.filter(({ type }) => type === 'navigation.requested')).toEqual([]);
  });

  it('goes to the query that was open last, or to a new one, where the address names none', async () => {
    const screen = enter({ ref: 'abc' });
    expect(opening.last().input).toEqual({ ref: 'abc', id: null, start: null });
    opening.last().answer({ id: 'q7', settings: defaultSqlSettings, cursor: null, tab: null });
    await waitFor(screen, (snapshot) => snapshot.matches('leaving'));
    expect(port.commands).toEqual([{ type: 'navigation.requested', to: '/project/abc/sql/q7', replace: true }]);
    expect(selectSqlPhase(screen.getSnapshot())).toBe('opening');
  });

  it.each<[ScreenInput['query'], SqlStart | null]>([
    [
      { schema: 'public', table: 'orders' },
      { schema: 'public', table: 'orders' },
    ],
    [{ run: 'r1' }, { run: 'r1' }],
    [{ example: 'createTable' }, { example: 'createTable' }],
    [{ example: 'runQuery' }, { example: 'runQuery' }],
    [{ example: 'dropTable' }, null],
    [{ table: 'orders' }, null],
  ])('begins with what the address %o asks for', (query, start) => {
    enter({ ref: 'abc' }, query);
    expect(opening.last().input).toEqual({ ref: 'abc', id: null, start });
  });

  it('says why it cannot be opened, and tries again', async () => {
    const screen = enter({ ref: 'abc', id: 'q1' });
    opening.last().fail(new Error('This browser has no storage.'));
    await waitFor(screen, (snapshot) => selectSqlPhase(snapshot) === 'broken');
    expect(selectSqlFailure(screen.getSnapshot())?.message).toBe('This browser has no storage.');
    screen.send({ type: 'opening.retried' });
    expect(opening.calls).toHaveLength(2);
  });

  it('has a text, a run, its results and the list of queries side by side, all of the same query', async () => {
    const snapshot = (await entered()).getSnapshot();
    expect(selectDraft(snapshot)?.getSnapshot().context).toMatchObject({ ref: 'abc', id: 'q1' });
    expect(selectSnippets(snapshot)?.getSnapshot().context).toMatchObject({ ref: 'abc', id: 'q1' });
    expect(selectRun(snapshot)?.getSnapshot().context).toMatchObject({ ref: 'abc' });
    expect(selectResultsPane(snapshot)?.getSnapshot().status).toBe('active');
  });

  it('stops them all when it is left', async () => {
    const screen = await entered();
    const children = [selectDraft, selectRun, selectResultsPane, selectSnippets].map((select) =>
      select(screen.getSnapshot()),
    );
    screen.stop();
    expect(children.map((child) => child?.getSnapshot().status)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
  });

  it('takes a changed setting at once, and has it stored once nothing has changed for 300 ms', async () => {
    const screen = await entered();
    screen.send({ type: 'settings.changed', settings: { editorShare: 0.5 } });
    clock.increment(299);
    screen.send({ type: 'settings.changed', settings: { rowLimit: null } });
    const settings = { ...defaultSqlSettings, editorShare: 0.5, rowLimit: null };
    expect(selectSettings(screen.getSnapshot())).toEqual(settings);
    clock.increment(299);
    expect(told.at(-1)).toEqual({ type: 'settings.changed', settings });
    clock.increment(1);
    expect(told.at(-1)).toEqual({ type: 'pause.reached' });
  });

  it('has it stored where the cursor is, once it has rested for 300 ms, and begins there the next time', async () => {
    const screen = await entered();
    screen.send({ type: 'cursor.moved', cursor: { anchor: 4, head: 4 } });
    clock.increment(299);
    screen.send({ type: 'cursor.moved', cursor: { anchor: 4, head: 9 } });
    clock.increment(299);
    expect(told.at(-1)).toEqual({ type: 'cursor.moved', cursor: { anchor: 4, head: 9 } });
    clock.increment(1);
    expect(told.at(-1)).toEqual({ type: 'pause.reached' });
    expect(selectCursor(screen.getSnapshot())).toBeNull();
    const again = enter({ ref: 'abc', id: 'q1' });
    opening.last().answer({ id: 'q1', settings: defaultSqlSettings, cursor: { anchor: 4, head: 9 }, tab: null });
    await waitFor(again, (snapshot) => selectSqlPhase(snapshot) === 'open');
    expect(selectCursor(again.getSnapshot())).toEqual({ anchor: 4, head: 9 });
  });

  it('stops the storage, which writes what it was told last, when it is left within the 300 ms', async () => {
    const screen = await entered();
    screen.send({ type: 'settings.changed', settings: { sidebarPane: 'tables' } });
    screen.stop();
    expect(told).toEqual([
      { type: 'settings.changed', settings: { ...defaultSqlSettings, sidebarPane: 'tables' } },
      { type: 'stopped', id: 'q1' },
    ]);
  });

  it('stores a request for SQL that was just typed when the generator is closed', async () => {
    const screen = await entered();
    screen.send({ type: 'generation.opened' });
    await waitFor(screen, (snapshot) => selectGeneration(snapshot) !== undefined);
    const generation = selectGeneration(screen.getSnapshot())!;
    await waitFor(generation, (snapshot) => snapshot.matches('open'));
    generation.send({ type: 'prompt.changed', prompt: 'Count' });
    screen.send({ type: 'generation.closed' });
    expect(keepingRequest.last().input).toMatchObject({ ref: 'abc', query: 'q1', draft: { prompt: 'Count' } });
    expect(selectGeneration(screen.getSnapshot())).toBeUndefined();
  });

  it('shows the list as a sheet where there is no room for it', async () => {
    const screen = await entered();
    screen.send({ type: 'sheet.opened' });
    expect(selectIsSheetOpen(screen.getSnapshot())).toBe(true);
    screen.send({ type: 'sheet.closed' });
    expect(selectIsSheetOpen(screen.getSnapshot())).toBe(false);
  });
});
