import { beforeEach, describe, expect, it } from 'vitest';
import { assign, createActor, sendTo, type Actor } from 'xstate';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { keepingEnds, keepingStates, type KeepingReport } from '../../../src/machines/parts/keeping.ts';
import { unprovidedSource } from '../../../src/machines/parts/unprovided.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

type Command = { type: 'pause.reached' };
type NoteEvent = KeepingReport | { type: 'note.changed' };

const [pauseMs, retryMs] = [500, 10_000];
const failure = { code: 'QuotaExceededError', message: 'The storage is full.' };
let reports: KeepingReport[];

const noteMachine = flowSetup({
  types: { context: {} as { revision: number }, events: {} as NoteEvent },
  actors: { writeNote: unprovidedSource<Command>('writeNote') },
  delays: { pause: pauseMs, retry: retryMs },
  guards: { isLatest: ({ context }, { revision }: { revision: number }) => revision >= context.revision },
  actions: {
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
    flush: sendTo('storage', { type: 'pause.reached' }),
    report: (_, { report }: { report: KeepingReport }) => void reports.push(report),
  },
}).createMachine({
  id: 'note',
  context: { revision: 0 },
  invoke: { id: 'storage', src: 'writeNote', onError: keepingEnds },
  on: { 'note.changed': { target: '.debouncing', actions: 'countRevision' } },
  initial: 'saved',
  states: {
    ...keepingStates({ withoutStorage: 'A reload loses the note.' }),
    closed: { on: { 'note.changed': {} } },
  },
});

describe('what is kept in the browser at every pause', () => {
  let clock: SteppedClock;
  let storage: ReturnType<typeof heldSource<Command, KeepingReport, undefined>>;
  let note: Actor<typeof noteMachine>;
  const change = () => note.send({ type: 'note.changed' });
  const state = () => note.getSnapshot().value;

  beforeEach(() => {
    reports = [];
    clock = new SteppedClock();
    storage = heldSource();
    note = createActor(noteMachine.provide({ actors: { writeNote: storage.logic } }), { clock }).start();
  });

  it('is written once the user pauses', () => {
    change();
    clock.increment(pauseMs - 1);
    change();
    clock.increment(pauseMs - 1);
    expect(storage.told).toEqual([]);
    clock.increment(1);
    expect(storage.told).toEqual([{ type: 'pause.reached' }]);
    storage.report({ type: 'local.saved', revision: 2 });
    expect([state(), reports]).toEqual(['saved', [{ type: 'local.saved', revision: 2 }]]);
  });

  it('is not saved with an older revision', () => {
    change();
    change();
    clock.increment(pauseMs);
    storage.report({ type: 'local.saved', revision: 1 });
    expect([state(), reports]).toEqual(['keeping', []]);
  });

  it('is written again later where the browser refused', () => {
    change();
    clock.increment(pauseMs);
    storage.report({ type: 'local.failed', failure });
    expect([state(), reports]).toEqual(['unpersisted', [{ type: 'local.failed', failure }]]);
    clock.increment(retryMs);
    expect([state(), storage.told.length]).toEqual(['keeping', 2]);
  });

  it('says that nothing can be kept where the browser has no storage', () => {
    const withoutStorage = createActor(noteMachine, { clock }).start();
    expect(withoutStorage.getSnapshot().value).toBe('closed');
    expect(reports).toMatchObject([{ type: 'local.failed', failure: { message: '"writeNote" was not provided.' } }]);
    withoutStorage.send({ type: 'note.changed' });
    expect(withoutStorage.getSnapshot().value).toBe('closed');
  });
});
