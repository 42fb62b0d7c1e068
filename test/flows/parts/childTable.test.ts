import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { childTable } from '../../../src/machines/parts/childTable.ts';

interface Context {
  name: string;
}
type Event = { type: 'door.opened'; by: string } | { type: 'door.closed' } | { type: 'news.heard'; news: string };

let heard: string[];

const listener = (id: string) =>
  setup({
    types: { events: {} as Extract<Event, { type: `door.${string}` }> },
    actions: { note: (_, { type }: { type: string }) => void heard.push(`${id} ${type}`) },
  }).createMachine({
    id,
    entry: { type: 'note', params: { type: 'starts' } },
    on: {
      'door.opened': { actions: { type: 'note', params: ({ event }) => ({ type: `${event.type} by ${event.by}` }) } },
      'door.closed': { actions: { type: 'note', params: ({ event }) => event } },
    },
  });

const publisher = setup({
  types: { input: {} as { name: string; port: ActorRef<Snapshot<unknown>, Event> } },
}).createMachine({
  context: ({ input }) => input,
  entry: sendTo(
    ({ context }) => (context as { port: ActorRef<Snapshot<unknown>, Event> }).port,
    ({ context }) => ({ type: 'news.heard', news: (context as Context).name }),
  ),
});

const { children, actors, invoke, forward, forwarding } = childTable<Context, Event>()({
  bell: { logic: listener('bell'), receives: { 'door.opened': 'It rings.' } },
  lamp: { logic: listener('lamp'), receives: { 'door.opened': 'It is lit.', 'door.closed': 'It goes out.' } },
  radio: { logic: publisher, input: ({ context: { name }, self }) => ({ name, port: self }) },
  job: { logic: fromPromise<void, { name: string }>(async () => {}), input: ({ context }) => context },
});

const house = setup({
  types: { context: {} as Context, events: {} as Event, children },
  actors,
  actions: {
    note: (_, { text }: { text: string }) => void heard.push(text),
  },
}).createMachine({
  context: { name: 'Ada' },
  initial: 'open',
  states: {
    open: {
      invoke: invoke({ onError: { target: 'broken' } }),
      on: {
        ...forwarding,
        'door.closed': {
          actions: [{ type: 'note', params: { text: 'The door is closed.' } }, ...forward('door.closed')],
        },
        'news.heard': { actions: { type: 'note', params: ({ event }) => ({ text: event.news }) } },
      },
    },
    broken: {},
  },
});

describe('a table of children', () => {
  beforeEach(() => {
    heard = [];
  });

  it('starts them in its order, each with its input, by the id of its row', () => {
    const actor = createActor(house).start();
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['bell', 'lamp', 'radio', 'job']);
    expect(heard).toEqual(['bell starts', 'lamp starts', 'Ada']);
  });

  it('passes an event on to those that hear it, and says why', () => {
    const actor = createActor(house).start();
    heard = [];
    actor.send({ type: 'door.opened', by: 'Ada' });
    expect(heard).toEqual(['bell door.opened by Ada', 'lamp door.opened by Ada']);
    expect(forwarding['door.opened']?.description).toBe('It rings. It is lit.');
    expect(Object.keys(forwarding)).toEqual(['door.opened', 'door.closed']);
  });

  it('leaves a transition that does more to the machine', () => {
    const actor = createActor(house).start();
    heard = [];
    actor.send({ type: 'door.closed' });
    expect(heard).toEqual(['The door is closed.', 'lamp door.closed']);
  });

  it('says what becomes of the machine when one of them breaks', async () => {
    const broken = fromPromise<void, { name: string }>(() => Promise.reject(new Error('broken')));
    const actor = createActor(house.provide({ actors: { job: broken } })).start();
    await expect.poll(() => actor.getSnapshot().value, { interval: 1 }).toBe('broken');
  });

  it('is checked by the compiler: inputs, events and what is provided belong to the children', () => {
    const table = childTable<Context, Event>();
    const types = [
      // @ts-expect-error -- the job needs a name
      () => table({ job: { logic: actors.job } }),
      // @ts-expect-error -- and not a number
      () => table({ job: { logic: actors.job, input: () => ({ name: 1 }) } }),
      // @ts-expect-error -- the bell does not know what to do with the news
      () => table({ bell: { logic: actors.bell, receives: { 'news.heard': 'It rings.' } } }),
      // @ts-expect-error -- the machine does not know this event
      () => table({ bell: { logic: actors.bell, receives: { 'door.painted': 'It rings.' } } }),
      // @ts-expect-error -- there is no such event to pass on
      () => forward('door.painted'),
      // @ts-expect-error -- the job takes another input
      () => house.provide({ actors: { job: fromPromise<void, { other: string }>(async () => {}) } }),
      // @ts-expect-error -- there is no such child
      () => house.provide({ actors: { stove: actors.bell } }),
      // @ts-expect-error -- the lamp does not hear this
      () => createActor(house).getSnapshot().children.lamp?.send({ type: 'news.heard', news: '' }),
    ];
    expect(types).toHaveLength(8);
  });
});
