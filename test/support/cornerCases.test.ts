import { describe, expect, it } from 'vitest';
import {
  assertEvent,
  assign,
  cancel,
  emit,
  fromPromise,
  raise,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
  type ActorRefFrom,
  type AnyActorRef,
} from 'xstate';
import { unprovided, unprovidedSource } from '../../src/machines/parts/unprovided.ts';
import { coverChart } from './cover.ts';
import type { Port } from './fakeWorld.ts';
import { pathsOf, type Model } from './paths.ts';
import { bareDriver, replay, CoverageRecorder, type Driver } from './replay.ts';

/** History, final states, a state's `onDone`, a delayed raise and its cancel, ids created at run time. */
const historyMachine = setup({
  types: {
    events: {} as
      | { type: 'step.taken' }
      | { type: 'side.left' }
      | { type: 'side.entered' }
      | { type: 'note.made' }
      | { type: 'note.filed' },
  },
  actors: { log: unprovided<void>('log') },
  actions: { note: () => {} },
  delays: { patience: 50 },
}).createMachine({
  id: 'history',
  initial: 'working',
  on: { 'note.made': { actions: { type: 'note' } }, 'note.*': { actions: emit({ type: 'seen' }) } },
  states: {
    working: {
      initial: 'first',
      onDone: { target: 'over' },
      on: { 'side.left': { target: 'aside' } },
      states: {
        first: { on: { 'step.taken': { target: 'second' } } },
        second: {
          entry: raise({ type: 'step.taken' }, { delay: 'patience', id: 'later' }),
          exit: cancel('later'),
          on: { 'step.taken': { target: 'last' } },
        },
        last: { type: 'final' },
        latest: { type: 'history' },
      },
    },
    aside: {
      entry: spawnChild('log', { id: () => 'log-1' }),
      exit: stopChild('log-1'),
      on: { 'side.entered': { target: 'working.latest' } },
    },
    over: {},
  },
});
coverChart<typeof historyMachine>({
  machine: historyMachine,
  events: {
    'step.taken': [{ type: 'step.taken' }],
    'side.left': [{ type: 'side.left' }],
    'side.entered': [{ type: 'side.entered' }],
    'note.made': [{ type: 'note.made' }],
    'note.filed': [{ type: 'note.filed' }],
  },
  answers: { 'log-*': [{ output: undefined }] },
});

/** Ends with an output, and notifies its parent both by emitting and through its port. */
const endingMachine = setup({
  types: {
    input: {} as { port: { send(event: { type: 'answer.given'; yes: boolean }): void } },
    context: {} as { port: { send(event: { type: 'answer.given'; yes: boolean }): void } },
    output: {} as { yes: boolean },
    events: {} as { type: 'yes.said' } | { type: 'no.said' },
    emitted: {} as { type: 'asked' },
  },
  actions: {
    tell: ({ context }, { yes }: { yes: boolean }) => context.port.send({ type: 'answer.given', yes }),
  },
}).createMachine({
  id: 'ending',
  context: ({ input }) => ({ port: input.port }),
  initial: 'asking',
  output: ({ event }) => ({ yes: event.type === 'xstate.done.state.ending' && event.output === true }),
  states: {
    asking: {
      entry: emit({ type: 'asked' }),
      on: {
        'yes.said': { target: 'agreed', actions: { type: 'tell', params: { yes: true } } },
        'no.said': { target: 'refused', actions: { type: 'tell', params: { yes: false } } },
      },
    },
    agreed: { type: 'final' },
    refused: { type: 'final' },
  },
});
coverChart<typeof endingMachine>({
  machine: endingMachine,
  input: (_, port) => ({ port }),
  events: { 'yes.said': [{ type: 'yes.said' }], 'no.said': [{ type: 'no.said' }] },
  answers: {},
});

/** Children that keep reporting, child machines whose snapshots are observed, and messages down to them. */
const counterMachine = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'count.raised' } },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'counting',
  states: { counting: { on: { 'count.raised': { actions: assign({ count: ({ context }) => context.count + 1 }) } } } },
});

const familyMachine = setup({
  types: {
    input: {} as { now: () => number; port: Port },
    context: {} as { now: () => number; port: Port; beats: number; highest: number; last: number | null },
    events: {} as
      | { type: 'pulse.beaten'; at: number }
      | { type: 'counter.asked' }
      | { type: 'family.left' }
      | { type: 'later.asked' },
  },
  actors: { pulse: unprovidedSource<{ type: 'pulse.beaten'; at: number }>('pulse'), counter: counterMachine },
  delays: { soon: 10 },
  guards: { isOften: ({ context }) => context.beats >= 1 },
  actions: {
    countBeat: assign(({ context, event }) => {
      assertEvent(event, 'pulse.beaten');
      return { beats: context.beats + 1, last: context.now() };
    }),
  },
}).createMachine({
  id: 'family',
  context: ({ input }) => ({ ...input, beats: 0, highest: 0, last: null }),
  initial: 'together',
  states: {
    together: {
      invoke: [
        { id: 'pulse', src: 'pulse', onError: { target: 'apart' } },
        {
          id: 'counter',
          src: 'counter',
          onError: { target: 'apart' },
          onSnapshot: { actions: assign({ highest: ({ event }) => event.snapshot.context.count }) },
        },
      ],
      on: {
        'pulse.beaten': [{ guard: 'isOften', target: 'apart' }, { actions: 'countBeat' }],
        'counter.asked': { actions: sendTo('counter', { type: 'count.raised' }) },
        'later.asked': {
          actions: [cancel('ask'), sendTo('counter', { type: 'count.raised' }, { delay: 'soon', id: 'ask' })],
        },
        'family.left': { target: 'apart' },
      },
      exit: [
        cancel('ask'),
        sendTo(
          ({ context }) => context.port,
          ({ context }) => ({ type: 'family.parted', beats: context.beats }),
        ),
      ],
    },
    apart: {},
  },
});
const counted = (count: number) => ({ snapshot: { context: { count } } });
const familyModel: Model<typeof familyMachine> = {
  machine: familyMachine,
  input: (now, port) => ({ now, port }),
  events: {
    'pulse.beaten': [],
    'counter.asked': [{ type: 'counter.asked' }],
    'later.asked': [{ type: 'later.asked' }],
    'family.left': [{ type: 'family.left' }],
  },
  answers: {
    pulse: [{ sends: { type: 'pulse.beaten', at: 1 } }, { error: new Error('still') }],
    counter: [counted(1), counted(2), { error: new Error('lost') }],
  },
};
coverChart(familyModel);

/** References in context, spawned in `assign` under ids created at run time. */
const tabsMachine = setup({
  types: {
    context: {} as { tabs: Readonly<Record<string, AnyActorRef>>; closed: number },
    events: {} as
      | { type: 'tab.opened'; name: string }
      | { type: 'tab.closed'; name: string }
      | { type: 'tab.settled'; name: string },
  },
  actors: {
    tab: fromPromise<void, { name: string; port: AnyActorRef }>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    isOpen: ({ context }, { name }: { name: string }) => name in context.tabs,
    isFull: ({ context }) => Object.keys(context.tabs).length === 2,
  },
  actions: {
    open: assign(({ context, spawn, self }, { name }: { name: string }) => ({
      tabs: { ...context.tabs, [name]: spawn('tab', { id: `tab-${name}`, input: { name, port: self } }) },
    })),
    drop: assign(({ context }, { name }: { name: string }) => {
      const { [name]: _, ...tabs } = context.tabs;
      return { tabs, closed: Math.min(context.closed + 1, 1) };
    }),
  },
}).createMachine({
  id: 'tabs',
  context: { tabs: {}, closed: 0 },
  initial: 'some',
  on: {
    'tab.opened': [
      { guard: { type: 'isOpen', params: ({ event }) => event } },
      { actions: { type: 'open', params: ({ event }) => event } },
    ],
    'tab.closed': {
      guard: { type: 'isOpen', params: ({ event }) => event },
      actions: [stopChild(({ event }) => `tab-${event.name}`), { type: 'drop', params: ({ event }) => event }],
    },
    'tab.settled': {
      guard: { type: 'isOpen', params: ({ event }) => event },
      actions: { type: 'drop', params: ({ event }) => event },
    },
    'xstate.error.actor.*': { actions: [] },
  },
  states: {
    some: { always: { guard: 'isFull', target: 'full' } },
    full: { always: { guard: ({ context }) => Object.keys(context.tabs).length < 2, target: 'some' } },
  },
});
const names = ['a', 'b'] as const;
coverChart<typeof tabsMachine>({
  machine: tabsMachine,
  events: {
    'tab.opened': names.map((name) => ({ type: 'tab.opened', name })),
    'tab.closed': names.map((name) => ({ type: 'tab.closed', name })),
    'tab.settled': [],
  },
  answers: {
    'tab-a': [{ sends: { type: 'tab.settled', name: 'a' } }, { error: new Error('a') }],
    'tab-*': [{ output: undefined }],
  },
});

/** Two regions that depend on each other, timers of different length, a delay computed from context. */
const regionsMachine = setup({
  types: { context: {} as { attempt: number }, events: {} as { type: 'light.switched' } },
  delays: { short: 30, backoff: ({ context }) => 20 * 2 ** context.attempt },
  actions: { countAttempt: assign({ attempt: ({ context }) => Math.min(context.attempt + 1, 3) }) },
  guards: { isLit: stateIn({ light: 'on' }) },
}).createMachine({
  id: 'regions',
  type: 'parallel',
  context: { attempt: 0 },
  states: {
    light: {
      initial: 'off',
      states: { off: { on: { 'light.switched': { target: 'on' } } }, on: { after: { short: { target: 'off' } } } },
    },
    tries: {
      initial: 'waiting',
      states: {
        waiting: {
          after: {
            backoff: [
              { guard: 'isLit', target: 'done' },
              { target: 'waiting', reenter: true, actions: 'countAttempt' },
            ],
          },
        },
        done: {},
      },
    },
  },
});
coverChart<typeof regionsMachine>({
  machine: regionsMachine,
  events: { 'light.switched': [{ type: 'light.switched' }] },
  answers: {},
});

/** A child machine that is only observed: the model gives its snapshots, and they change only what a view shows. */
const frameMachine = setup({
  types: { events: {} as { type: 'frame.left' } },
  actors: { counter: counterMachine },
}).createMachine({
  id: 'frame',
  initial: 'present',
  states: {
    present: {
      invoke: { id: 'counter', src: 'counter', onError: { target: 'absent' } },
      on: { 'frame.left': { target: 'absent' } },
    },
    absent: {},
  },
});
const frameModel: Model<typeof frameMachine> = {
  machine: frameMachine,
  events: { 'frame.left': [{ type: 'frame.left' }] },
  answers: { counter: [counted(3), counted(4), { error: new Error('lost') }] },
};
coverChart(frameModel);

describe('a child that is looked at', () => {
  it('shows what the model gives, over its own first snapshot', async () => {
    const path = pathsOf(frameModel).find(({ stimuli }) =>
      stimuli
        .map(({ type }) => type)
        .join()
        .startsWith('show,show'),
    )!;
    const seen: unknown[] = [];
    await replay(path, frameModel, new CoverageRecorder(), {
      ...bareDriver,
      look: (actor) =>
        void seen.push(
          (actor.getSnapshot().children['counter'] as ActorRefFrom<typeof counterMachine> | undefined)?.getSnapshot(),
        ),
    } as Driver<typeof frameMachine>);
    expect(seen.slice(0, 3)).toMatchObject([
      { context: { count: 0 }, value: 'counting' },
      { context: { count: 3 }, value: 'counting' },
      { context: { count: 4 } },
    ]);
  });
});
