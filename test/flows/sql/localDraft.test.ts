import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type Actor } from 'xstate';
import {
  localDraftMachine,
  type LocalDraftReport,
  type DraftText,
  type StorageCommand,
} from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { localDraftModel } from './localDraft.model.ts';

coverChart(localDraftModel);

const text = (sql: string): DraftText => ({ name: 'Orders', sql, baseVersion: 3 });
const full = { code: 'QuotaExceededError', message: 'The storage of this computer is full.' };

describe('keeping a text on this computer', () => {
  let clock: SteppedClock;
  let storage: ReturnType<typeof heldSource<StorageCommand, LocalDraftReport, { ref: string; id: string }>>;
  let heard: LocalDraftReport[];
  let localDraft: Actor<typeof localDraftMachine>;
  const type = (revision: number, sql: string) => localDraft.send({ type: 'text.changed', revision, draft: text(sql) });
  const writes = () => storage.told.filter((command) => command.type === 'pause.reached').length;

  beforeEach(() => {
    clock = new SteppedClock();
    storage = heldSource();
    heard = [];
    localDraft = createActor(localDraftMachine.provide({ actors: { persistDraft: storage.logic } }), {
      clock,
      input: { ref: 'abc', id: 'q1', port: createPort((report) => heard.push(report as LocalDraftReport)) },
    }).start();
  });

  it('writes 300 ms after the last keystroke', () => {
    type(1, 's');
    clock.increment(200);
    type(2, 'se');
    clock.increment(299);
    expect(writes()).toBe(0);
    clock.increment(1);
    expect(writes()).toBe(1);
  });

  it('hands the storage every text at once, so that a closing page can still write the last one', () => {
    type(1, 's');
    type(2, 'se');
    expect(storage.told).toEqual([
      { type: 'text.changed', revision: 1, draft: text('s') },
      { type: 'text.changed', revision: 2, draft: text('se') },
    ]);
  });

  it('writes without waiting where it is asked to', () => {
    type(1, 's');
    localDraft.send({ type: 'localSave.requested' });
    expect(writes()).toBe(1);
    clock.increment(1_000);
    expect(writes()).toBe(1);
  });

  it('is not done when word comes of an older text', () => {
    type(1, 's');
    clock.increment(300);
    type(2, 'se');
    clock.increment(300);
    storage.report({ type: 'local.saved', revision: 1 });
    expect(heard).toEqual([]);
    storage.report({ type: 'local.saved', revision: 2 });
    expect(heard).toEqual([{ type: 'local.saved', revision: 2 }]);
  });

  it('says that the storage is full, and tries again every 10 s', () => {
    type(1, 's');
    clock.increment(300);
    storage.report({ type: 'local.failed', failure: full });
    expect(heard).toEqual([{ type: 'local.failed', failure: full }]);
    clock.increment(9_999);
    expect(writes()).toBe(1);
    clock.increment(1);
    expect(writes()).toBe(2);
    storage.report({ type: 'local.saved', revision: 1 });
    expect(heard.at(-1)).toEqual({ type: 'local.saved', revision: 1 });
  });

  it('tries at the next pause, and not only after 10 s, where typing goes on', () => {
    type(1, 's');
    clock.increment(300);
    storage.report({ type: 'local.failed', failure: full });
    type(2, 'se');
    clock.increment(300);
    expect(writes()).toBe(2);
  });

  it('tells the storage what the server has, so that it need not be kept', () => {
    localDraft.send({ type: 'text.saved', revision: 4, version: 9 });
    expect(storage.told).toEqual([{ type: 'text.saved', revision: 4, version: 9 }]);
  });

  it('says once that a browser has no storage at all, and bears typing all the same', () => {
    const reports: LocalDraftReport[] = [];
    // As it is without a provided service: starting it throws.
    const closed = createActor(localDraftMachine, {
      clock,
      input: { ref: 'abc', id: 'q1', port: createPort((report) => reports.push(report as LocalDraftReport)) },
    }).start();
    closed.send({ type: 'text.changed', revision: 1, draft: text('s') });
    closed.send({ type: 'localSave.requested' });
    closed.send({ type: 'text.saved', revision: 1, version: 1 });
    expect(clock.due).toEqual([]);
    clock.increment(60_000);
    expect(reports.map(({ type: kind }) => kind)).toEqual(['local.failed']);
    expect(closed.getSnapshot().status).toBe('active');
  });

  it('passes on what other tabs, the network and the page say', () => {
    const facts = [
      { type: 'otherTab.edited' },
      { type: 'otherTab.settled' },
      { type: 'otherTab.saved', version: 5 },
      { type: 'network.returned' },
      { type: 'page.hidden' },
    ] as const;
    for (const fact of facts) storage.report(fact);
    expect(heard).toEqual(facts);
  });
});
