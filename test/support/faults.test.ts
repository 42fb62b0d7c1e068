import { describe, expect, it } from 'vitest';
import { assign, cancel, emit, raise, sendTo, setup, spawnChild, stopChild } from 'xstate';
import { unprovided } from '../../src/machines/parts/unprovided.ts';
import type { Port } from './fakeWorld.ts';
import { pathsOf, type Model } from './paths.ts';
import { coverageGaps, fullCoverage, replay, CoverageRecorder } from './replay.ts';
import { situationLogic, type Stimulus } from './situations.ts';

/** What is wrong with one of the variants of the chart below. */
type Fault =
  | 'none'
  | 'keepsChild'
  | 'keepsTimer'
  | 'otherDelay'
  | 'unknownDelay'
  | 'otherContext'
  | 'otherTarget'
  | 'sameLooks'
  | 'silentToPort'
  | 'silentToChild'
  | 'silentToAnyone'
  | 'startsTimerTwice'
  | 'throws'
  | 'handlesNoFailure'
  | 'keepsError'
  | 'waitsForNothing'
  | 'neverStarts';

const order = setup({
  types: {
    input: {} as { port: Port },
    context: {} as { port: Port; attempts: number; failure: unknown },
    events: {} as
      | { type: 'order.placed' }
      | { type: 'order.withdrawn' }
      | { type: 'reminder.wanted' }
      | { type: 'reminder.came' }
      | { type: 'clerk.called' },
    emitted: {} as { type: 'order.confirmed' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: { send: unprovided<string>('send'), clerk: unprovided<void>('clerk') },
  delays: { patience: 100, impatience: 10 },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    keepError: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    tellPort: ({ context }) => context.port.send({ type: 'order.finished' }),
    explode: () => {
      throw new Error('boom');
    },
  },
});

/** An order that is sent, with a clerk beside it and a reminder; every fault changes one thing. */
const orderWith = (fault: Fault) =>
  order.createMachine({
    id: 'order',
    context: ({ input }) => ({ port: input.port, attempts: 0, failure: null }),
    initial: 'open',
    states: {
      open: {
        entry: fault === 'neverStarts' ? [] : spawnChild('clerk', { id: 'clerk' }),
        exit: fault === 'keepsChild' ? [] : stopChild('clerk'),
        on: {
          'order.placed': { target: 'sending', actions: fault === 'otherContext' ? [] : 'countAttempt' },
          'clerk.called': { actions: fault === 'silentToChild' ? [] : sendTo('clerk', { type: 'clerk.wanted' }) },
        },
      },
      sending: {
        tags: 'busy',
        entry:
          fault === 'unknownDelay'
            ? raise({ type: 'reminder.came' }, { delay: 'pattience' as 'patience', id: 'reminder' })
            : raise(
                { type: 'reminder.came' },
                { delay: fault === 'otherDelay' ? 'impatience' : 'patience', id: 'reminder' },
              ),
        exit: fault === 'keepsTimer' ? [] : cancel('reminder'),
        invoke: {
          id: 'send',
          src: 'send',
          onDone: {
            ...(fault !== 'waitsForNothing' && { target: fault === 'otherTarget' ? 'failed' : 'finished' }),
            actions: fault === 'silentToAnyone' ? [] : emit({ type: 'order.confirmed' }),
          },
          ...(fault === 'handlesNoFailure'
            ? {}
            : {
                onError: {
                  target: 'failed',
                  actions:
                    fault === 'keepsError'
                      ? { type: 'keepError', params: ({ event }) => ({ error: event.error }) }
                      : [],
                },
              }),
        },
        on: {
          'reminder.came': { target: 'failed' },
          'reminder.wanted':
            fault === 'startsTimerTwice'
              ? { actions: raise({ type: 'reminder.came' }, { delay: 'patience', id: 'reminder' }) }
              : {
                  actions: [
                    cancel('reminder'),
                    raise({ type: 'reminder.came' }, { delay: 'patience', id: 'reminder' }),
                  ],
                },
          'order.withdrawn':
            fault === 'sameLooks'
              ? [{ guard: ({ context }) => context.attempts > 5, target: 'open' }, { target: 'open' }]
              : { target: 'open' },
        },
      },
      finished: { entry: fault === 'throws' ? 'explode' : fault === 'silentToPort' ? [] : 'tellPort' },
      failed: {},
    },
  });

const sound = orderWith('none');
const modelOf = (machine: typeof sound): Model<typeof sound> => ({
  machine,
  input: (_, port) => ({ port }),
  events: {
    'order.placed': [{ type: 'order.placed' }],
    'order.withdrawn': [{ type: 'order.withdrawn' }],
    'reminder.wanted': [{ type: 'reminder.wanted' }],
    'reminder.came': [],
    'clerk.called': [{ type: 'clerk.called' }],
  },
  answers: { send: [{ output: 'sent' }, { error: new Error('down') }], clerk: [] },
  distinguish: ({ attempts }) => Math.min(attempts, 2),
});
const soundPaths = pathsOf(modelOf(sound));

/** The errors of replaying these paths on this machine. */
async function complaints(
  paths: typeof soundPaths,
  machine: typeof sound,
  recorder = new CoverageRecorder(),
): Promise<string> {
  const found = await Promise.all(
    paths.map((path) =>
      replay(path, modelOf(machine), recorder).then(
        () => '',
        (error: Error) => error.message,
      ),
    ),
  );
  return found.join('\n');
}

describe('a sound chart', () => {
  it('passes, and nothing is missed', async () => {
    const recorder = new CoverageRecorder();
    expect((await complaints(soundPaths, sound, recorder)).trim()).toBe('');
    expect(coverageGaps(sound, recorder)).toEqual(fullCoverage);
  });
});

describe('a machine that does not do what its chart predicted', () => {
  it.each<[fault: Fault, says: string]>([
    ['keepsChild', '"clerk" should have ended or been stopped, and is still running'],
    ['neverStarts', '"clerk" should be running, and is not'],
    ['keepsTimer', 'timers should end at [], end at [100]'],
    ['otherDelay', 'timers should end at [100], end at [10]'],
    ['unknownDelay', 'the state should be sending, is failed'],
    ['otherContext', 'context.attempts should be 1, is 0'],
    ['otherTarget', 'the state should be finished, is failed'],
    [
      'sameLooks',
      'it should take order.sending --order.withdrawn[0]--> order.open, takes order.sending --order.withdrawn[1]--> order.open',
    ],
    ['silentToPort', '"port" should hear {"type":"order.finished"}, hears nothing'],
    ['silentToChild', '"clerk" should hear {"type":"clerk.wanted"}, hears nothing'],
    ['silentToAnyone', '"anyone" should hear {"type":"order.confirmed"}, hears nothing'],
    ['throws', 'the machine breaks on Error: boom'],
    ['handlesNoFailure', 'the machine breaks on Error: down'],
  ])('%s', async (fault, says) => {
    expect(await complaints(soundPaths, orderWith(fault))).toContain(says);
  });
});

describe('a chart that cannot be right whatever it foretells', () => {
  it.each<[fault: Fault, says: string]>([
    ['startsTimerTwice', 'the timer "reminder" is started while it runs'],
    ['throws', 'the chart throws Error: boom'],
    ['handlesNoFailure', 'the machine breaks on Error: down'],
    ['waitsForNothing', '"order.sending" is busy, and waits for nothing'],
    ['keepsError', 'context.failure is a Error: the context is plain data'],
  ])('%s', async (fault, says) => {
    const machine = orderWith(fault);
    expect(await complaints(pathsOf(modelOf(machine)), machine)).toContain(says);
  });
});

describe('a failure', () => {
  it('tells the way to it, what was predicted, and what the machine received', async () => {
    const logic = situationLogic(sound, modelOf(sound).input);
    const stimuli: Stimulus[] = [
      { type: 'send', event: { type: 'order.placed' } },
      { type: 'answer', actor: 'send', output: 'sent' },
      { type: 'send', event: { type: 'clerk.called' } },
    ];
    const situations = [logic.getInitialSnapshot(undefined as never, undefined)];
    for (const stimulus of stimuli) situations.push(logic.transition(situations.at(-1)!, stimulus, undefined as never));
    await expect(replay({ title: '', stimuli, situations }, modelOf(orderWith('otherTarget')), new CoverageRecorder()))
      .rejects
      .toThrow(`it should take order.sending --xstate.done.actor.send[0]--> order.finished, takes order.sending --xstate.done.actor.send[0]--> order.failed
"port" should hear {"type":"order.finished"}, hears nothing
The machine received {"type":"xstate.done.actor.send","output":"sent","actorId":"send"}.

"order" at step 2 of 3:
  0. starts ⇒ open
  1. order.placed ⇒ sending
▶ 2. send answers "sent" ⇒ finished
  … 1 more step was not reached`);
  });
});

describe('coverage', () => {
  const door = setup({
    types: {
      context: {} as { locked: boolean },
      events: {} as { type: 'door.opened' } | { type: 'door.closed' },
      transitionMeta: {} as { waiver?: string },
    },
    guards: { isLocked: ({ context }) => context.locked },
  });
  const doorWith = (waivers: { locked?: string; closed?: string }) =>
    door.createMachine({
      id: 'door',
      context: { locked: false },
      initial: 'shut',
      states: {
        shut: {
          on: {
            'door.opened': [
              { guard: 'isLocked', target: 'barred', ...(waivers.locked ? { meta: { waiver: waivers.locked } } : {}) },
              { target: 'open' },
            ],
          },
        },
        open: {
          on: { 'door.closed': { target: 'shut', ...(waivers.closed ? { meta: { waiver: waivers.closed } } : {}) } },
        },
        barred: {},
      },
    });
  const gapsOf = async (machine: ReturnType<typeof doorWith>) => {
    const recorder = new CoverageRecorder();
    const model: Model<typeof machine> = {
      machine,
      events: { 'door.opened': [{ type: 'door.opened' }], 'door.closed': [{ type: 'door.closed' }] },
      answers: {},
    };
    for (const path of pathsOf(model)) await replay(path, model, recorder);
    return coverageGaps(machine, recorder);
  };
  it('names a transition that nothing takes and a state that nothing enters', async () => {
    expect(await gapsOf(doorWith({}))).toEqual({
      untaken: ['door.shut --door.opened[0]--> door.barred'],
      unentered: ['door.barred'],
      needlessWaivers: [],
    });
  });
  it('accepts a reason written on the transition', async () => {
    expect((await gapsOf(doorWith({ locked: 'Nobody has the key.' }))).untaken).toEqual([]);
  });
  it('refuses a reason on a transition that is taken', async () => {
    expect(
      (await gapsOf(doorWith({ locked: 'Nobody has the key.', closed: 'It never closes.' }))).needlessWaivers,
    ).toEqual(['door.open --door.closed[0]--> door.shut']);
  });
});

describe('a model', () => {
  const counter = setup({
    types: { context: {} as { count: number }, events: {} as { type: 'count.raised' } | { type: 'count.reset' } },
    actors: { tick: unprovided<void>('tick') },
  }).createMachine({
    id: 'counter',
    context: { count: 0 },
    invoke: { id: 'tick', src: 'tick', onDone: { target: '.counting' }, onError: { target: '.counting' } },
    initial: 'counting',
    states: {
      counting: { on: { 'count.raised': { actions: assign({ count: ({ context }) => context.count + 1 }) } } },
    },
  });
  const events = { 'count.raised': [{ type: 'count.raised' }], 'count.reset': [] } as const;
  it('that never comes to an end is told what differs most', () => {
    expect(() => pathsOf({ machine: counter, events, answers: { tick: [] }, limit: 50 })).toThrow(
      /do not come to an end: 50 edges explored[^]*distinguish\.count: \d\d values/,
    );
  });
  it('that forgets an actor is told its id', () => {
    expect(() => pathsOf({ machine: counter, events, answers: {} })).toThrow(
      '"counter" starts the actor "tick", and its model does not say what that may do',
    );
  });
  it('that offers what no state listens to is told what', () => {
    expect(() =>
      pathsOf({
        machine: counter,
        events: { ...events, 'count.reset': [{ type: 'count.reset' }] },
        answers: { tick: [{ output: undefined }] },
        distinguish: () => null,
      }),
    ).toThrow('offers what no path takes:\n  {"type":"count.reset"}');
  });
  it('that cannot start says why', () => {
    const broken = setup({
      types: { input: {} as { name: string }, context: {} as { letters: number } },
    }).createMachine({ id: 'broken', context: ({ input }) => ({ letters: input.name.length }) });
    expect(() => pathsOf({ machine: broken, events: {} as never, answers: {}, input: () => ({}) as never })).toThrow(
      '"broken" cannot start: TypeError',
    );
  });
});
