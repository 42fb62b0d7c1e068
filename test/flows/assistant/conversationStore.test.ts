import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  conversationStoreMachine,
  type StoreCommand,
  type StoreReport,
} from '../../../src/machines/assistant/conversationStore/conversationStore.machine.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { conversationOf, conversationStoreModel, full } from './conversationStore.model.ts';

coverChart(conversationStoreModel);

describe('storing conversations', () => {
  function started() {
    const clock = new SteppedClock();
    const storage = heldSource<StoreCommand, StoreReport, { ref: string }>();
    const heard: StoreReport[] = [];
    const store = createActor(conversationStoreMachine.provide({ actors: { persist: storage.logic } }), {
      clock,
      input: { ref: 'abc', port: createPort((report) => heard.push(report as StoreReport)) },
    }).start();
    const change = (revision: number) =>
      store.send({ type: 'conversation.changed', revision, conversation: conversationOf() });
    const writes = () => storage.told.filter(({ type }) => type === 'pause.reached').length;
    return { clock, storage, heard, store, change, writes };
  }

  it('stores on change, debounced by 300 ms', () => {
    const { clock, change, writes } = started();
    change(1);
    clock.increment(200);
    change(2);
    clock.increment(299);
    expect(writes()).toBe(0);
    clock.increment(1);
    expect(writes()).toBe(1);
  });

  it('says that the storage is full, and tries again every 10 s', () => {
    const { clock, storage, heard, change, writes } = started();
    change(1);
    clock.increment(300);
    storage.report({ type: 'local.failed', failure: full });
    expect(heard).toEqual([{ type: 'local.failed', failure: full }]);
    clock.increment(10_000);
    expect(writes()).toBe(2);
    storage.report({ type: 'local.saved', revision: 1 });
    expect(heard.at(-1)).toEqual({ type: 'local.saved', revision: 1 });
  });

  it('has a deleted conversation deleted at once', () => {
    const { store, storage } = started();
    store.send({ type: 'conversation.deleted', id: 'c1' });
    expect(storage.told).toEqual([{ type: 'conversation.deleted', id: 'c1' }]);
  });
});
