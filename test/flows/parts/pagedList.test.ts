import { beforeEach, describe, expect, it } from 'vitest';
import { assign, createActor, waitFor, type Actor } from 'xstate';
import { clearFailure, keepFailure, type FailureContext } from '../../../src/machines/parts/failure.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { pagedListStates } from '../../../src/machines/parts/pagedList.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import type { ProjectOpened } from '../../../src/machines/parts/watchUsable.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

interface Page {
  names: readonly string[];
  next: string | null;
}
interface Query {
  filter: string;
  after: string | null;
}
interface NamesContext extends FailureContext, Page {
  filter: string;
}
type NamesEvent =
  | ProjectOpened
  | { type: 'more.requested' }
  | { type: 'filter.changed'; filter: string }
  | { type: 'list.retried' };

const debounceMs = 300;

const namesMachine = flowSetup({
  types: { context: {} as NamesContext, events: {} as NamesEvent },
  actors: { readNames: unprovided<Page, Query>('readNames') },
  delays: { debounce: debounceMs },
  guards: { hasMore: ({ context }) => context.next !== null },
  actions: {
    keepFailure: keepFailure<NamesContext, NamesEvent>(),
    clearFailure: clearFailure<NamesContext, NamesEvent>(),
    keepFilter: assign((_, { filter }: { filter: string }) => ({ filter })),
    keepPage: assign((_, { page }: { page: Page }) => page),
    appendPage: assign(({ context }, { page }: { page: Page }) => ({
      names: [...context.names, ...page.names],
      next: page.next,
    })),
  },
}).createMachine({
  id: 'names',
  context: { names: [], next: null, filter: '', failure: null },
  initial: 'awaitingProject',
  on: {
    'filter.changed': {
      target: '.debouncing',
      actions: { type: 'keepFilter', params: ({ event }) => event },
    },
  },
  states: {
    ...pagedListStates<NamesContext, Page, Query, 'readNames'>({
      id: 'names',
      src: 'readNames',
      query: ({ filter, next }, page) => ({ filter, after: page === 'next' ? next : null }),
    }),
    failed: { on: { 'list.retried': { target: 'reading' } } },
  },
});

describe('a list that is searched and read page by page', () => {
  let clock: SteppedClock;
  let names: ReturnType<typeof held<Page, Query>>;
  let list: Actor<typeof namesMachine>;
  const context = () => list.getSnapshot().context;
  const reaches = (state: 'ready' | 'failed') => waitFor(list, (snapshot) => snapshot.matches(state));
  const answers = async (page: Page) => {
    names.last().answer(page);
    await reaches('ready');
  };

  beforeEach(() => {
    clock = new SteppedClock();
    names = held();
    list = createActor(namesMachine.provide({ actors: { readNames: names.logic } }), { clock }).start();
  });

  it('reads nothing before the project can be asked', () => {
    expect(names.calls).toEqual([]);
    list.send({ type: 'project.opened' });
    expect(names.last().input).toEqual({ filter: '', after: null });
  });

  it('adds the next page to those that were read, as long as there is one', async () => {
    list.send({ type: 'project.opened' });
    await answers({ names: ['Ada'], next: 'a' });
    list.send({ type: 'more.requested' });
    expect(names.last().input).toEqual({ filter: '', after: 'a' });
    await answers({ names: ['Grace'], next: null });
    expect(context().names).toEqual(['Ada', 'Grace']);
    list.send({ type: 'more.requested' });
    expect(names.calls).toHaveLength(2);
  });

  it('keeps the pages that were read when the next one fails, and can ask for it again', async () => {
    list.send({ type: 'project.opened' });
    await answers({ names: ['Ada'], next: 'a' });
    list.send({ type: 'more.requested' });
    names.last().fail(refusal);
    await reaches('ready');
    expect([context().names, context().failure?.message]).toEqual([['Ada'], 'Not like this.']);
    list.send({ type: 'more.requested' });
    expect(context().failure).toBeNull();
    expect(names.last().input).toEqual({ filter: '', after: 'a' });
  });

  it('searches when the user pauses, from the first page on, and shows the former rows until then', async () => {
    list.send({ type: 'project.opened' });
    await answers({ names: ['Ada'], next: 'a' });
    list.send({ type: 'filter.changed', filter: 'gr' });
    clock.increment(debounceMs - 1);
    expect(names.calls).toHaveLength(1);
    clock.increment(1);
    expect(names.last().input).toEqual({ filter: 'gr', after: null });
    expect(context().names).toEqual(['Ada']);
    await answers({ names: ['Grace'], next: null });
    expect(context().names).toEqual(['Grace']);
  });

  it('says why the first page could not be read, until it is read again', async () => {
    list.send({ type: 'project.opened' });
    names.last().fail(refusal);
    await reaches('failed');
    expect(context().failure?.message).toBe('Not like this.');
    list.send({ type: 'list.retried' });
    expect(context().failure).toBeNull();
  });
});
