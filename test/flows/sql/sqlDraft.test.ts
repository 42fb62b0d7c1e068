import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor, type Actor } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { SaveSnippet } from '../../../src/contract/sql/saveSnippet.ts';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import {
  localDraftMachine,
  type LocalDraftReport,
  type DraftText,
  type StorageCommand,
} from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import { sqlDraftMachine } from '../../../src/machines/sql/sqlDraft/sqlDraft.machine.ts';
import {
  selectDraftFailure,
  selectDraftPhase,
  selectEditedElsewhere,
  selectIsCopying,
  selectLocalFailure,
  selectName,
  selectReplacement,
  selectSaveState,
  selectSql,
  selectTheirs,
  type DraftPhase,
  type SaveState,
} from '../../../src/machines/sql/sqlDraft/sqlDraft.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { sqlDraftModel } from './sqlDraft.model.ts';

coverChart(sqlDraftModel);

interface Target {
  ref: string;
  id: string;
}
type Draft = Actor<typeof sqlDraftMachine>;

const stored: Snippet = {
  id: 'q1',
  name: 'Orders',
  version: 3,
  updated_at: '2026-01-01T00:00:00Z',
  sql: 'select * from orders',
};
const offline = new FailureError({ code: 500, message: 'An error has occurred: Failed to fetch' });
const conflict = new FailureError({ code: 409, message: 'Saved elsewhere meanwhile.' });
const full = { code: 'QuotaExceededError', message: 'The storage of this computer is full.' };

const type = (draft: Draft, sql: string) => draft.send({ type: 'draft.edited', change: { sql } });
const phaseOf = (draft: Draft) => selectDraftPhase(draft.getSnapshot());
const stateOf = (draft: Draft) => selectSaveState(draft.getSnapshot());
const sqlOf = (draft: Draft) => selectSql(draft.getSnapshot());
const reaches = (draft: Draft, phase: DraftPhase) => waitFor(draft, (snapshot) => selectDraftPhase(snapshot) === phase);
const becomes = (draft: Draft, state: SaveState) =>
  waitFor(draft, (snapshot) => selectDraftPhase(snapshot) === 'editing' && selectSaveState(snapshot) === state);

describe('the text of a query', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let storage: ReturnType<typeof heldSource<StorageCommand, LocalDraftReport, Target>>;
  let recall: ReturnType<typeof held<DraftText | null, Target>>;
  let read: ReturnType<typeof held<Snippet | null, Target>>;
  let save: ReturnType<typeof held<Snippet, Target & { body: SaveSnippet }>>;
  let copy: ReturnType<typeof held<Snippet, { ref: string; name: string; sql: string }>>;
  let draft: Draft;

  const writes = () => storage.told.filter((command) => command.type === 'pause.reached').length;
  const lastTold = () => storage.told.findLast((command) => command.type === 'text.changed');
  const opened = async (kept: DraftText | null, snippet: Snippet | null) => {
    recall.last().answer(kept);
    await waitFor(draft, () => read.calls.length === 1);
    read.last().answer(snippet);
    await waitFor(draft, (snapshot) => selectDraftPhase(snapshot) !== 'opening');
  };
  /** What was typed is on its way to the server. */
  const sends = (sql: string) => {
    type(draft, sql);
    clock.increment(1_200);
  };
  const collides = async (theirs: Snippet | null) => {
    await opened(null, stored);
    sends('select 2');
    save.last().fail(conflict);
    await waitFor(draft, () => read.calls.length === 2);
    read.last().answer(theirs);
    await waitFor(draft, (snapshot) => !snapshot.matches({ conflict: 'reading' }));
  };

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    storage = heldSource();
    recall = held();
    read = held();
    save = held();
    copy = held();
    const machine = sqlDraftMachine.provide({
      actors: {
        localDraft: localDraftMachine.provide({ actors: { persistDraft: storage.logic } }),
        loadDraft: recall.logic,
        readSnippet: read.logic,
        saveSnippet: save.logic,
        saveCopy: copy.logic,
      },
    });
    draft = createActor(machine, { clock, input: { ref: 'abc', id: 'q1', port } }).start();
  });

  describe('is opened', () => {
    it('as the server has it', async () => {
      await opened(null, stored);
      expect([phaseOf(draft), sqlOf(draft), selectName(draft.getSnapshot()), stateOf(draft)]).toEqual([
        'editing',
        'select * from orders',
        'Orders',
        'saved',
      ]);
    });

    it('as it was typed here, where the server has not got it yet: after a crash, a closed tab, a lost session', async () => {
      await opened({ name: 'Orders', sql: 'select * from orders where open', baseVersion: 3 }, stored);
      expect([phaseOf(draft), sqlOf(draft), stateOf(draft)]).toEqual([
        'editing',
        'select * from orders where open',
        'unsaved',
      ]);
      clock.increment(1_200);
      expect(save.last().input.body).toEqual({
        name: 'Orders',
        sql: 'select * from orders where open',
        base_version: 3,
      });
    });

    it('as it was typed here, where the server cannot be reached', async () => {
      recall.last().answer({ name: 'Orders', sql: 'select 7', baseVersion: 3 });
      await waitFor(draft, () => read.calls.length === 1);
      read.last().fail(offline);
      await reaches(draft, 'editing');
      expect(sqlOf(draft)).toBe('select 7');
      expect(selectDraftFailure(draft.getSnapshot())?.message).toBe('An error has occurred: Failed to fetch');
    });

    it('with both texts, where it was typed here and changed elsewhere meanwhile', async () => {
      await opened({ name: 'Orders', sql: 'mine', baseVersion: 2 }, stored);
      expect([phaseOf(draft), sqlOf(draft), selectTheirs(draft.getSnapshot())?.sql]).toEqual([
        'comparing',
        'mine',
        'select * from orders',
      ]);
    });

    it('as new where only this computer knows it, without asking the server, and is not sent before something is typed', async () => {
      recall.last().answer({ name: 'Untitled query', sql: '', baseVersion: 0 });
      await reaches(draft, 'editing');
      expect([read.calls.length, stateOf(draft)]).toEqual([0, 'untouched']);
      clock.increment(60_000);
      expect(save.calls).toHaveLength(0);
    });

    it('not at all where nobody knows it', async () => {
      await opened(null, null);
      expect(phaseOf(draft)).toBe('missing');
    });

    it('with its reason and a way to try again, where nothing was kept here and the server cannot be reached', async () => {
      recall.last().answer(null);
      await waitFor(draft, () => read.calls.length === 1);
      read.last().fail(offline);
      await reaches(draft, 'unreadable');
      expect(selectDraftFailure(draft.getSnapshot())?.code).toBe(500);
      draft.send({ type: 'reading.retried' });
      read.last().answer(stored);
      await reaches(draft, 'editing');
    });

    it('by itself when the network returns', async () => {
      recall.last().answer(null);
      await waitFor(draft, () => read.calls.length === 1);
      read.last().fail(offline);
      await reaches(draft, 'unreadable');
      storage.report({ type: 'network.returned' });
      expect(read.calls).toHaveLength(2);
    });
  });

  describe('is kept on this computer', () => {
    it('at each pause of 300 ms in typing, with the version it was made from', async () => {
      await opened(null, stored);
      const before = writes();
      type(draft, 'select 1');
      clock.increment(299);
      expect(writes()).toBe(before);
      clock.increment(1);
      expect(writes()).toBe(before + 1);
      expect(lastTold()).toMatchObject({ draft: { name: 'Orders', sql: 'select 1', baseVersion: 3 } });
    });

    it('or says that it is not, until it is', async () => {
      await opened(null, stored);
      type(draft, 'select 1');
      clock.increment(300);
      storage.report({ type: 'local.failed', failure: full });
      expect(selectLocalFailure(draft.getSnapshot())).toEqual(full);
      clock.increment(10_000);
      storage.report({ type: 'local.saved', revision: lastTold()!.revision });
      expect(selectLocalFailure(draft.getSnapshot())).toBeNull();
    });

    it('no longer than the server has it', async () => {
      await opened(null, stored);
      sends('select 1');
      save.last().answer({ ...stored, sql: 'select 1', version: 4 });
      await becomes(draft, 'saved');
      expect(storage.told.at(-1)).toEqual({ type: 'text.saved', revision: lastTold()!.revision, version: 4 });
    });
  });

  describe('is sent to the server', () => {
    beforeEach(() => opened(null, stored));

    it('1200 ms after the last keystroke, naming the version it was made from', () => {
      type(draft, 's');
      clock.increment(1_199);
      type(draft, 'select 1');
      expect(stateOf(draft)).toBe('unsaved');
      clock.increment(1_199);
      expect(save.calls).toHaveLength(0);
      clock.increment(1);
      expect(save.last().input).toEqual({
        ref: 'abc',
        id: 'q1',
        body: { name: 'Orders', sql: 'select 1', base_version: 3 },
      });
      expect(stateOf(draft)).toBe('saving');
    });

    it('at once when the user saves', () => {
      type(draft, 'select 1');
      draft.send({ type: 'save.requested' });
      expect(save.calls).toHaveLength(1);
    });

    it('at once when the page is hidden, which may be the last that is heard of it', () => {
      storage.report({ type: 'page.hidden' });
      expect(save.calls).toHaveLength(0);
      type(draft, 'select 1');
      storage.report({ type: 'page.hidden' });
      expect(save.last().input.body).toEqual({ name: 'Orders', sql: 'select 1', base_version: 3 });
    });

    it('never without a name', () => {
      draft.send({ type: 'draft.edited', change: { name: '   ' } });
      draft.send({ type: 'save.requested' });
      expect(save.last().input.body.name).toBe('Untitled query');
    });

    it('again where typing went on meanwhile, from the version that was just saved', async () => {
      sends('select 1');
      type(draft, 'select 12');
      save.last().answer({ ...stored, sql: 'select 1', version: 4 });
      await becomes(draft, 'unsaved');
      expect(sqlOf(draft)).toBe('select 12');
      clock.increment(1_200);
      expect(save.last().input.body).toEqual({ name: 'Orders', sql: 'select 12', base_version: 4 });
    });

    it('and leaves the editor’s own text alone when it is saved', async () => {
      const before = selectReplacement(draft.getSnapshot());
      sends('select 1');
      save.last().answer({ ...stored, sql: 'select 1', version: 4 });
      await becomes(draft, 'saved');
      expect(selectReplacement(draft.getSnapshot())).toBe(before);
    });

    it('and the list has its new name, in other tabs too', async () => {
      draft.send({ type: 'draft.edited', change: { name: 'Open orders' } });
      clock.increment(1_200);
      save.last().answer({ ...stored, name: 'Open orders', version: 4 });
      await becomes(draft, 'saved');
      expect(port.commands).toEqual([
        {
          type: 'resource.patched',
          names: ['snippets'],
          where: { id: 'q1' },
          patch: { name: 'Open orders', version: 4, updated_at: stored.updated_at },
        },
        { type: 'resource.changed', names: ['snippets'], params: { ref: 'abc' }, onlyElsewhere: true },
      ]);
    });

    it('and offline says so: it is on this computer only, and is tried again after 1, 2, 4 … 60 s', async () => {
      sends('select 1');
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        save.last().fail(offline);
        await becomes(draft, 'localOnly');
        expect(selectDraftFailure(draft.getSnapshot())?.message).toBe('An error has occurred: Failed to fetch');
        const { length } = save.calls;
        clock.increment(seconds * 1_000 - 1);
        expect(save.calls).toHaveLength(length);
        clock.increment(1);
        expect(save.calls).toHaveLength(length + 1);
      }
      save.last().answer({ ...stored, sql: 'select 1', version: 4 });
      await becomes(draft, 'saved');
      expect(selectDraftFailure(draft.getSnapshot())).toBeNull();
    });

    it.each<[what: string, happens: () => Promise<void>]>([
      [
        'a save that succeeded',
        async () => {
          clock.increment(4_000);
          save.last().answer({ ...stored, sql: 'select 1', version: 4 });
          await becomes(draft, 'saved');
          sends('select 2');
        },
      ],
      ['the user’s wish to save', async () => draft.send({ type: 'save.requested' })],
      ['the return of the network', async () => storage.report({ type: 'network.returned' })],
    ])('and is tried again after 1 s, as at first, after %s', async (_what, happens) => {
      sends('select 1');
      for (const seconds of [1, 2]) {
        save.last().fail(offline);
        await becomes(draft, 'localOnly');
        clock.increment(seconds * 1_000);
      }
      save.last().fail(offline);
      await becomes(draft, 'localOnly');
      await happens();
      save.last().fail(offline);
      await becomes(draft, 'localOnly');
      const { length } = save.calls;
      clock.increment(999);
      expect(save.calls).toHaveLength(length);
      clock.increment(1);
      expect(save.calls).toHaveLength(length + 1);
    });

    it('after 1 s too where the server could not be asked for its version', async () => {
      sends('select 1');
      save.last().fail(conflict);
      await waitFor(draft, () => read.calls.length === 2);
      read.last().fail(offline);
      await becomes(draft, 'localOnly');
      clock.increment(999);
      expect(save.calls).toHaveLength(1);
      clock.increment(1);
      expect(save.calls).toHaveLength(2);
    });

    it('with what was typed offline too, as soon as the network returns', async () => {
      sends('select 1');
      save.last().fail(offline);
      await becomes(draft, 'localOnly');
      type(draft, 'select 12');
      storage.report({ type: 'network.returned' });
      expect(save.last().input.body.sql).toBe('select 12');
    });

    it('at once when the user asks, however long it would still wait', async () => {
      sends('select 1');
      save.last().fail(offline);
      await becomes(draft, 'localOnly');
      draft.send({ type: 'save.requested' });
      expect(save.calls).toHaveLength(2);
    });

    it.each([400, 403, 413, 422])(
      'not again by itself where the server says %i, but after the next keystroke',
      async (code) => {
        sends('select 1');
        save.last().fail(new FailureError({ code, message: 'The server will not have it.' }));
        await becomes(draft, 'refused');
        clock.increment(600_000);
        expect(save.calls).toHaveLength(1);
        sends('select');
        expect(save.calls).toHaveLength(2);
      },
    );

    it('and waits for a session that is over, which is told of it', async () => {
      sends('select 1');
      save.last().fail(new FailureError({ code: 401, message: 'The session is over.' }));
      await becomes(draft, 'localOnly');
      expect(port.commands).toContainEqual({
        type: 'session.refused',
        failure: { code: 401, message: 'The session is over.' },
      });
      clock.increment(1_000);
      expect(save.calls).toHaveLength(2);
      save.last().fail(new FailureError({ code: 401, message: 'The session is over.' }));
      await becomes(draft, 'localOnly');
      clock.increment(1_999);
      expect(save.calls).toHaveLength(2);
      clock.increment(1);
      expect(save.calls).toHaveLength(3);
    });

    it('and says that it is saved nowhere, where this computer does not keep it either', async () => {
      type(draft, 'select 1');
      clock.increment(300);
      storage.report({ type: 'local.failed', failure: full });
      clock.increment(900);
      save.last().fail(offline);
      await becomes(draft, 'atRisk');
      expect(selectLocalFailure(draft.getSnapshot())).toEqual(full);
    });
  });

  describe('that was saved elsewhere meanwhile', () => {
    const theirs: Snippet = { ...stored, version: 9, sql: 'select 9' };

    it('is shown in both versions, and nothing more is sent until one is chosen', async () => {
      await collides(theirs);
      expect([phaseOf(draft), sqlOf(draft), selectTheirs(draft.getSnapshot())]).toEqual([
        'comparing',
        'select 2',
        theirs,
      ]);
      clock.increment(600_000);
      expect(save.calls).toHaveLength(1);
      expect(lastTold()).toMatchObject({ draft: { sql: 'select 2' } });
    });

    it('stores at once what is typed while both are compared', async () => {
      await collides(theirs);
      const before = writes();
      type(draft, 'select 3');
      expect(writes()).toBe(before + 1);
      expect(lastTold()).toMatchObject({ draft: { sql: 'select 3' } });
    });

    it('stays mine when mine is chosen, saved over the very version that was shown', async () => {
      await collides(theirs);
      draft.send({ type: 'mine.chosen' });
      expect([phaseOf(draft), sqlOf(draft)]).toEqual(['editing', 'select 2']);
      clock.increment(1_200);
      expect(save.last().input.body).toEqual({ name: 'Orders', sql: 'select 2', base_version: 9 });
    });

    it('collides anew where it was saved once more before mine arrived', async () => {
      await collides(theirs);
      draft.send({ type: 'mine.chosen' });
      clock.increment(1_200);
      save.last().fail(conflict);
      await waitFor(draft, () => read.calls.length === 3);
      read.last().answer({ ...theirs, version: 10, sql: 'select 10' });
      await reaches(draft, 'comparing');
      expect(selectTheirs(draft.getSnapshot())?.sql).toBe('select 10');
    });

    it('becomes theirs when theirs is chosen: the editor follows, and nothing is sent', async () => {
      await collides(theirs);
      const before = selectReplacement(draft.getSnapshot());
      draft.send({ type: 'theirs.chosen' });
      expect([phaseOf(draft), sqlOf(draft), stateOf(draft)]).toEqual(['editing', 'select 9', 'saved']);
      expect(selectReplacement(draft.getSnapshot())).toBeGreaterThan(before);
      clock.increment(600_000);
      expect(save.calls).toHaveLength(1);
    });

    it('is kept twice when both are: mine as a copy, theirs under its own name', async () => {
      await collides(theirs);
      draft.send({ type: 'both.chosen' });
      expect(copy.last().input).toEqual({ ref: 'abc', name: 'Orders', sql: 'select 2' });
      expect(selectIsCopying(draft.getSnapshot())).toBe(true);
      copy.last().answer({ ...stored, id: 'q2', name: 'Orders (copy)', sql: 'select 2', version: 1 });
      await reaches(draft, 'editing');
      expect(sqlOf(draft)).toBe('select 9');
      expect(port.commands).toEqual([
        { type: 'resource.changed', names: ['snippets'], params: { ref: 'abc' }, onlyElsewhere: false },
        { type: 'toast.requested', toast: { tone: 'success', title: 'Saved your version as “Orders (copy)”' } },
      ]);
    });

    it('gives nothing up where the copy could not be saved', async () => {
      await collides(theirs);
      draft.send({ type: 'both.chosen' });
      copy.last().fail(offline);
      await waitFor(draft, (snapshot) => selectDraftFailure(snapshot) !== null);
      expect([phaseOf(draft), sqlOf(draft), selectTheirs(draft.getSnapshot())]).toEqual([
        'comparing',
        'select 2',
        theirs,
      ]);
    });

    it('is no conflict where both say the same', async () => {
      await collides({ ...theirs, sql: 'select 2' });
      expect([phaseOf(draft), stateOf(draft)]).toEqual(['editing', 'saved']);
    });

    it('is no conflict where the server has what this computer sent before it left, and the user typed on', async () => {
      recall.last().answer({ name: 'Untitled query', sql: 'select 1', baseVersion: 0 });
      await waitFor(draft, (snapshot) => selectDraftPhase(snapshot) === 'editing');
      sends('select 2');
      expect(save.last().input.body.base_version).toBe(0);
      save.last().fail(conflict);
      await waitFor(draft, () => read.calls.length === 1);
      read.last().answer({ ...stored, name: 'Untitled query', sql: 'select 1', version: 1 });
      await waitFor(draft, (snapshot) => selectDraftPhase(snapshot) === 'editing');
      expect(sqlOf(draft)).toBe('select 2');
      clock.increment(1_200);
      expect(save.last().input.body).toMatchObject({ sql: 'select 2', base_version: 1 });
    });

    it('is no conflict where what the page sent as it was closed arrives after the query was opened again', async () => {
      await opened({ name: ' Orders', sql: 'select 1', baseVersion: 3 }, stored);
      sends('select 2');
      save.last().fail(conflict);
      await waitFor(draft, () => read.calls.length === 2);
      read.last().answer({ ...stored, sql: 'select 1', version: 4 });
      await waitFor(draft, (snapshot) => snapshot.matches('editing'));
      clock.increment(1_200);
      expect(save.last().input.body).toMatchObject({ sql: 'select 2', base_version: 4 });
    });

    it('keeps being tried where the other version cannot be read', async () => {
      await opened(null, stored);
      sends('select 2');
      save.last().fail(conflict);
      await waitFor(draft, () => read.calls.length === 2);
      read.last().fail(offline);
      await becomes(draft, 'localOnly');
      expect(sqlOf(draft)).toBe('select 2');
    });
  });

  describe('that was deleted elsewhere', () => {
    it('is still here, and is saved as new when that is chosen', async () => {
      await collides(null);
      expect([phaseOf(draft), sqlOf(draft), selectTheirs(draft.getSnapshot())]).toEqual([
        'comparing',
        'select 2',
        null,
      ]);
      draft.send({ type: 'mine.chosen' });
      clock.increment(1_200);
      expect(save.last().input.body).toEqual({ name: 'Orders', sql: 'select 2', base_version: 0 });
      save.last().answer({ ...stored, sql: 'select 2', version: 1 });
      await becomes(draft, 'saved');
      expect(port.commands).toContainEqual({
        type: 'resource.changed',
        names: ['snippets'],
        params: { ref: 'abc' },
        onlyElsewhere: false,
      });
    });

    it('is given up when that is chosen, here and on this computer', async () => {
      await collides(null);
      draft.send({ type: 'theirs.chosen' });
      expect(phaseOf(draft)).toBe('missing');
      expect(storage.told.at(-1)).toMatchObject({ type: 'text.saved', revision: lastTold()!.revision });
      clock.increment(600_000);
      expect(save.calls).toHaveLength(1);
    });
  });

  it('of the server is told as saved before it is told, so that no other tab takes it for an edit', async () => {
    await opened(null, stored);
    expect(storage.told.map((command) => command.type)).toEqual(['text.saved', 'text.changed']);
    expect(storage.told[0]).toMatchObject({ revision: lastTold()!.revision });
  });

  it('says that another tab has unsaved changes, as long as it has', async () => {
    await opened(null, stored);
    storage.report({ type: 'otherTab.edited' });
    expect(selectEditedElsewhere(draft.getSnapshot())).toBe(true);
    storage.report({ type: 'otherTab.settled' });
    expect(selectEditedElsewhere(draft.getSnapshot())).toBe(false);
  });
});

/** A platform with one query, and the tabs of one browser, each with a storage that tells the others what it was told. */
class Office {
  readonly clock = new SteppedClock();
  snippet: Snippet = stored;
  /** A slow answer to whoever reads now. */
  reads: Promise<Snippet> | null = null;
  readonly #tabs = new Set<ReturnType<typeof heldSource<StorageCommand, LocalDraftReport, Target>>>();

  open(): Draft {
    const storage = heldSource<StorageCommand, LocalDraftReport, Target>();
    this.#tabs.add(storage);
    const tellOthers = (report: LocalDraftReport) => {
      for (const tab of this.#tabs) if (tab !== storage && tab.isRunning) tab.report(report);
    };
    storage.onTold((command) => {
      if (command.type === 'text.saved') tellOthers({ type: 'otherTab.saved', version: command.version });
    });
    const machine = sqlDraftMachine.provide({
      actors: {
        localDraft: localDraftMachine.provide({ actors: { persistDraft: storage.logic } }),
        loadDraft: fromPromise<DraftText | null, Target>(async () => null),
        readSnippet: fromPromise<Snippet | null, Target>(async () => this.reads ?? this.snippet),
        saveSnippet: fromPromise(async ({ input: { body } }) => this.save(body)),
      },
    });
    return createActor(machine, {
      clock: this.clock,
      input: { ref: 'abc', id: 'q1', port: createPort(() => {}) },
    }).start();
  }

  save({ name, sql, base_version }: SaveSnippet): Snippet {
    if (base_version !== this.snippet.version) throw conflict;
    this.snippet = { ...this.snippet, name, sql, version: this.snippet.version + 1 };
    return this.snippet;
  }
}

describe('two tabs on one query', () => {
  let office: Office;
  let one: Draft;
  let two: Draft;

  beforeEach(async () => {
    office = new Office();
    one = office.open();
    two = office.open();
    await Promise.all([reaches(one, 'editing'), reaches(two, 'editing')]);
  });

  it('show the same text: what one saves, the other follows where nothing was typed', async () => {
    type(one, 'select 1');
    office.clock.increment(1_200);
    await waitFor(two, (snapshot) => selectSql(snapshot) === 'select 1');
    await becomes(two, 'saved');
    type(two, 'select 12');
    office.clock.increment(1_200);
    await waitFor(one, (snapshot) => selectSql(snapshot) === 'select 12');
    expect(office.snippet).toMatchObject({ sql: 'select 12', version: 5 });
  });

  it('never overwrite each other silently: the one that saves later is shown both texts', async () => {
    type(one, 'from one');
    type(two, 'from two');
    one.send({ type: 'save.requested' });
    await becomes(one, 'saved');
    office.clock.increment(1_200);
    await reaches(two, 'comparing');
    expect([sqlOf(two), selectTheirs(two.getSnapshot())?.sql, office.snippet.sql]).toEqual([
      'from two',
      'from one',
      'from one',
    ]);
  });

  it('never overwrite each other silently, not even where one types while it follows', async () => {
    office.reads = new Promise(() => {});
    type(one, 'from one');
    one.send({ type: 'save.requested' });
    await waitFor(two, (snapshot) => snapshot.matches({ editing: 'syncing' }));
    type(two, 'from two');
    office.reads = null;
    office.clock.increment(1_200);
    await reaches(two, 'comparing');
    expect([sqlOf(two), office.snippet.sql]).toEqual(['from two', 'from one']);
  });

  it('agree again once the user has chosen', async () => {
    type(one, 'from one');
    type(two, 'from two');
    one.send({ type: 'save.requested' });
    await becomes(one, 'saved');
    office.clock.increment(1_200);
    await reaches(two, 'comparing');
    two.send({ type: 'mine.chosen' });
    office.clock.increment(1_200);
    await waitFor(one, (snapshot) => selectSql(snapshot) === 'from two');
    expect([sqlOf(one), sqlOf(two), office.snippet.sql]).toEqual(['from two', 'from two', 'from two']);
  });
});
