import { describe, expect, it } from 'vitest';
import {
  assign,
  createMachine,
  enqueueActions,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
  type AnyStateMachine,
} from 'xstate';
import { draftStates, forgetDraft, loadDraft } from '../../src/machines/parts/draft.ts';
import { bounded } from '../../src/machines/parts/flowSetup.ts';
import { invitingMachine } from './example/inviting.machine.ts';
import { faultsOf } from './lint.ts';
import { sourceFaultsOf } from './sourceLint.ts';

/** A chart as XState accepts it at run time, although TypeScript would refuse it. */
const chart = (config: object, implementations: object = {}): AnyStateMachine =>
  createMachine(
    { id: 'x', description: 'A chart.', options: bounded, ...config } as never,
    implementations as never,
  ) as AnyStateMachine;

const work = fromPromise(() => Promise.resolve());

describe('chart rules', () => {
  it.each<[says: string, machine: AnyStateMachine]>([
    ['x: the machine has no description: what is this flow for?', chart({ description: undefined })],
    [
      'x: `options: bounded` is missing, so a loop of transitions would never end: use `flowSetup`',
      chart({ options: undefined }),
    ],
    [
      'x: it.happened: a transition\'s meta knows no "waver"',
      chart({ on: { 'it.happened': { meta: { waver: 'It cannot happen at all.' } } } }),
    ],
    ['x.Open: a state is named in camelCase', chart({ initial: 'Open', states: { Open: {} } })],
    [
      'x: 5 busy regions: a fifth question is another machine',
      chart({
        type: 'parallel',
        states: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, { on: { 'it.happened': {} } }])),
      }),
    ],
    ['x: the delay 500 has no name', chart({ after: { 500: {} } })],
    [
      'x: the delay "debonce" is unknown, so it would be over at once',
      chart({ after: { debonce: {} } }, { delays: { debounce: 10 } }),
    ],
    ['x: the actor "work" has no id', chart({ invoke: { src: 'work', onError: {} } }, { actors: { work } })],
    [
      'x: the actor "w" is written into the chart: declare it in `setup.actors`',
      chart({ invoke: { id: 'w', src: work, onError: {} } }),
    ],
    [
      'x: nothing handles a failure of "w": give it an `onError`, as `onFailure`, `onConfirmFailure` or `cannotFail`',
      chart({ invoke: { id: 'w', src: 'work' } }, { actors: { work } }),
    ],
    [
      'x: "w" has a systemId: hand its ref on instead',
      chart({ invoke: { id: 'w', systemId: 'w', src: 'work', onError: {} } }, { actors: { work } }),
    ],
    [
      "x.a: door.opened: write the target as { target: 'b' }",
      chart({ initial: 'a', states: { a: { on: { 'door.opened': 'b' } }, b: {} } }),
    ],
    [
      'x.a: door.opened: a transition knows no "type"',
      chart({ initial: 'a', states: { a: { on: { 'door.opened': { type: 'b' } } } } }),
    ],
    [
      'x: w onDone: a transition knows no "goto"',
      chart({ invoke: { id: 'w', src: 'work', onDone: { goto: 'b' }, onError: {} } }, { actors: { work } }),
    ],
    [
      'x: door.opened: a waiver says why no path can take this transition',
      chart({ on: { 'door.opened': { meta: { waiver: 'no' } } } }),
    ],
    ['x: door.opened: a guard has no name', chart({ on: { 'door.opened': { guard: () => true } } })],
    ['x: door.opened: an action has no name', chart({ on: { 'door.opened': { actions: assign({}) } } })],
    ['x: door.opened: an action has no name', chart({ on: { 'door.opened': { actions: [() => {}] } } })],
    ['x: the wildcard "*" hides which events are handled', chart({ on: { '*': {} } })],
    ['x: the wildcard "door.*" hides which events are handled', chart({ on: { 'door.*': {} } })],
    ['x: the event "OPEN" is not called noun.pastVerb, such as "invitation.sent"', chart({ on: { OPEN: {} } })],
    [
      'x: the event "door.open" is not called noun.pastVerb, such as "invitation.sent"',
      chart({ on: { 'door.open': {} } }),
    ],
    [
      'x.a --door.opened[0]--> x.b: a guarded way from one condition to another needs a description: why?',
      chart(
        { initial: 'a', states: { a: { on: { 'door.opened': { guard: 'isFree', target: 'b' } } }, b: {} } },
        { guards: { isFree: () => true } },
      ),
    ],
    [
      'x.a --door.opened[0]--> x.a.z: it ends and begins anew every region of "x": let the region that it is about handle the event, without `reenter`',
      chart({
        type: 'parallel',
        states: {
          a: { on: { 'door.opened': { target: '.z', reenter: true } }, initial: 'y', states: { y: {}, z: {} } },
          b: {},
        },
      }),
    ],
    [
      'x --door.opened[0]--> x.a.z: it ends and begins anew every region of "x": let the region that it is about handle the event, without `reenter`',
      chart({
        type: 'parallel',
        on: { 'door.opened': { target: '.a.z' } },
        states: { a: { initial: 'y', states: { y: {}, z: {} } }, b: {} },
      }),
    ],
    ['x: sendParent: use the port from the input', chart({ entry: sendParent({ type: 'door.opened' }) })],
    [
      'x: the delay "late" is unknown, so it would be over at once',
      chart({ entry: raise({ type: 'door.opened' }, { delay: 'late' as never, id: 'opening' }) }),
    ],
    ['x: a delay has no name', chart({ entry: raise({ type: 'door.opened' }, { delay: 5, id: 'opening' }) })],
    [
      'x: a delayed event has no id, so nothing can cancel it',
      chart({ entry: sendTo('w', { type: 'door.opened' }, { delay: 'late' as never }) }, { delays: { late: 5 } }),
    ],
    ['x: the action "greet" is declared and never used', chart({}, { actions: { greet: () => {} } })],
    ['x: the guard "isFree" is declared and never used', chart({}, { guards: { isFree: () => true } })],
    ['x: the delay "late" is declared and never used', chart({}, { delays: { late: 5 } })],
    ['x: the actor "work" is declared and never used', chart({}, { actors: { work } })],
  ])('%s', (says, machine) => {
    expect(faultsOf(machine)).toContain(says);
  });

  describe('about a form with a draft', () => {
    /** A form that is left for `sending`, and what follows. */
    const form = (sending: object, others: object = {}, editing: object = {}) =>
      faultsOf(
        chart({
          initial: 'editing',
          states: {
            editing: {
              initial: 'saved',
              on: { 'field.changed': { target: '.unsaved' }, 'form.submitted': { target: 'sending' } },
              states: { ...draftStates(() => ({})), ...editing },
            },
            sending,
            ...others,
          },
        }),
      ).filter((fault) => fault.includes('typed'));
    const sent = (targets: { onDone: string; onError: string }) => ({
      invoke: { id: 'w', src: 'work', onDone: { target: targets.onDone }, onError: { target: targets.onError } },
    });
    const forgetting = forgetDraft('forgetting', () => ({})).to('editing', 'The draft stays.');

    it('refuse a way back on which what was typed is not stored', () => {
      expect(form(sent({ onDone: 'forgetting', onError: 'editing' }), { forgetting })).toEqual([
        'x.sending --xstate.error.actor.w[0]--> x.editing: what was typed just before would not be stored: target "x.editing.unsaved"',
      ]);
    });
    it('refuse it over other states, and out of other regions', () => {
      const loading = sent({ onDone: 'editing', onError: 'failed' });
      expect(
        form({ on: { 'action.confirmed': { target: 'loading' } } }, { loading, failed: { type: 'final' } }),
      ).toHaveLength(1);
      const both = {
        type: 'parallel',
        on: { 'form.reset': { target: '.form.saved' } },
        states: { form: { initial: 'saved', states: draftStates(() => ({})) }, other: {} },
      };
      expect(faultsOf(chart(both)).filter((fault) => fault.includes('typed'))).toHaveLength(1);
    });
    it('refuse that an older draft is loaded before it is stored', () => {
      expect(
        form({ on: { 'form.reset': { target: 'loadingDraft' } } }, { loadingDraft: loadDraft().to('editing') }),
      ).toEqual([
        'x.sending --form.reset[0]--> x.loadingDraft: what was typed just before would be lost: store the draft before it is loaded',
      ]);
    });
    it('are kept by a way back to `unsaved`, over a state that deletes the draft, and where a guard decides', () => {
      expect(form(sent({ onDone: 'forgetting', onError: 'editing.unsaved' }), { forgetting })).toEqual([]);
      const returning = { always: [{ guard: 'isEdited', target: 'unsaved' }, { target: 'saved' }] };
      expect(form(sent({ onDone: 'forgetting', onError: 'editing.returning' }), { forgetting }, { returning })).toEqual(
        [],
      );
    });
  });

  it('are kept by the example of the guide', () => expect(faultsOf(invitingMachine)).toEqual([]));

  it('are kept by a chart that uses each helper as it should', () => {
    const sound = setup({
      types: {
        context: {} as { count: number },
        events: {} as { type: 'door.opened' } | { type: 'door.shutFirmly' } | { type: 'word.begun' },
      },
      actors: { work, errand: work },
      delays: { patience: 10, later: 20 },
      guards: { isFree: () => true, isEven: ({ context }) => context.count % 2 === 0 },
      actions: {
        count: assign({ count: ({ context }) => context.count + 1 }),
        decide: enqueueActions(({ enqueue, check }) => {
          if (check('isEven')) enqueue('count' as never);
        }),
        run: assign(({ spawn }) => {
          spawn('errand', { id: 'errand' });
          return {};
        }),
      },
    }).createMachine({
      id: 'sound',
      description: 'A door.',
      options: bounded,
      context: { count: 0 },
      initial: 'shut',
      states: {
        shut: {
          entry: [raise({ type: 'word.begun' }, { delay: 'later', id: 'word' })],
          invoke: { id: 'work', src: 'work', onError: { target: 'open' } },
          on: {
            'door.opened': {
              guard: 'isFree',
              target: 'open',
              actions: ['decide', 'run'],
              description: 'Nobody is inside.',
            },
            'word.begun': {},
          },
        },
        open: { after: { patience: { target: 'shut' } }, on: { 'door.shutFirmly': { target: 'shut' } } },
      },
    });
    expect(faultsOf(sound)).toEqual([]);
  });
});

describe('source rules', () => {
  it.each<[says: string, code: string]>([
    ['line 2: Date.now is not the same twice: take it from the input', 'const x = 1;\nconst y = Date.now() + x;'],
    ['line 1: Math.random is not the same twice: take it from the input', 'const id = () => Math.random();'],
    ['line 1: new Date() is now: take `now` from the input', 'const today = () => new Date();'],
    ['line 1: localStorage is the world: an actor reaches it', "const x = () => localStorage.getItem('a');"],
    ['line 1: window is the world: an actor reaches it', 'const x = () => window.innerWidth;'],
    ['line 1: document is the world: an actor reaches it', 'const actions = { x: () => void document.title };'],
    ['line 1: setTimeout is the world: an actor reaches it', 'const x = () => setTimeout(() => {}, 1);'],
    ['line 1: fetch is the world: an actor reaches it', "const x = async () => (await fetch('/a')).status;"],
    [
      'line 1: fromPromise makes an actor: declare it with `unprovided` or `unprovidedSource`',
      "import { fromPromise } from 'xstate';",
    ],
    ['line 1: sendParent: use the port from the input, and `sendTo`', "import { setup, sendParent } from 'xstate';"],
    [
      'line 1: system.get drops what is sent to a wrong name: hand the ref on instead',
      "const x = ({ system }: { system: any }) => system.get('app');",
    ],
    [
      'line 1: send reaches the other actor before this one has changed: use `sendTo`',
      "const report = ({ context }: Args) => context.port.send({ type: 'text.saved' });",
    ],
    [
      'line 1: send reaches the other actor before this one has changed: use `sendTo`',
      "const report = ({ context }: Args) => ports[0]?.send({ type: 'text.saved' });",
    ],
  ])('%s', (says, code) => {
    expect(sourceFaultsOf(code)).toEqual([says]);
  });

  it.each([
    'const text = (at: number) => new Date(at).toISOString();',
    'interface Place { location: string; history: readonly string[] }',
    'const where = (place: { location: string }) => place.location;',
    'const keep = ({ history }: { history: number }) => ({ history, document: history, window: 1 });',
    'const move = (location: string) => location.trim();',
    "import { location } from './location.ts';\nexport const there = location;",
    'const port = ({ self }: { self: unknown }) => ({ port: self });',
    'type World = typeof window;',
    "const report = sendTo(({ context }) => context.port, { type: 'text.saved' });",
    'const send = (text: string) => text; send("a");',
  ])('let %s pass', (code) => {
    expect(sourceFaultsOf(code)).toEqual([]);
  });
});
