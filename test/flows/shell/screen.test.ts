import { beforeEach, describe, expect, it } from 'vitest';
import { assign, createActor, fromPromise, setup, type Actor } from 'xstate';
import { resourcePath } from '../../../src/contract/cache/resources.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import type { ResourcePort } from '../../../src/machines/parts/port.ts';
import type { LayoutInput, ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import { screenMachine, type LoadedCode } from '../../../src/machines/shell/screen/screen.machine.ts';
import {
  selectFailure,
  selectFlow,
  selectLayoutFlow,
  selectLayouts,
  selectName,
  selectScreenState,
} from '../../../src/machines/shell/screen/screen.selectors.ts';
import { matchRoute } from '../../../src/router/matchRoute.ts';
import type { PageChanged } from '../../../src/router/route.ts';
import { config, recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { screenModel } from './screen.model.ts';

coverChart(screenModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const code: LoadedCode = { hasFlow: true, layoutFlows: [] };
const plain: LoadedCode = { hasFlow: false, layoutFlows: [] };

/** A screen's flow that counts, waits and can break, as a real one would. */
const countingFlow = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as { input: ScreenInput; count: number },
    events: {} as { type: 'count.raised' } | { type: 'fault.met' },
  },
  actors: { wait: fromPromise<void>(() => new Promise(() => {})) },
  delays: { soon: 50 },
  actions: {
    raiseCount: assign({ count: ({ context }) => context.count + 1 }),
    meetFault: () => {
      throw new Error('The flow has a fault.');
    },
  },
}).createMachine({
  id: 'counting',
  context: ({ input }) => ({ input, count: 0 }),
  initial: 'early',
  invoke: { id: 'wait', src: 'wait' },
  on: { 'count.raised': { actions: 'raiseCount' }, 'fault.met': { actions: 'meetFault' } },
  states: { early: { after: { soon: 'late' } }, late: {} },
});

/** A layout's flow that counts the pages that follow each other in it. */
const followingFlow = setup({
  types: {
    input: {} as LayoutInput<'project'>,
    context: {} as { input: LayoutInput<'project'>; pages: number },
    events: {} as PageChanged | { type: 'fault.met' },
  },
  actions: {
    countPage: assign({ pages: ({ context }) => context.pages + 1 }),
    meetFault: () => {
      throw new Error('The layout has a fault.');
    },
  },
}).createMachine({
  id: 'following',
  context: ({ input }) => ({ input, pages: 1 }),
  on: { 'page.changed': { actions: 'countPage' }, 'fault.met': { actions: 'meetFault' } },
});

describe('a screen', () => {
  let clock: SteppedClock;
  let loads: string[];
  let load: (name: string) => Promise<LoadedCode>;
  let preloads: string[];
  let reloads: number;
  let isServerReachable: boolean;
  let back: PromiseWithResolvers<void>;
  let screen: Actor<typeof screenMachine>;
  const port = recordingPort();

  let watched: string[];
  const resources: ResourcePort = {
    watch(ref) {
      const path = resourcePath(ref);
      watched.push(path);
      return () => {
        watched = watched.filter((other) => other !== path);
      };
    },
  };

  beforeEach(() => {
    clock = new SteppedClock();
    loads = [];
    watched = [];
    preloads = [];
    reloads = 0;
    isServerReachable = true;
    back = Promise.withResolvers();
    load = async () => code;
    screen = createActor(
      screenMachine.provide({
        actors: {
          load: fromPromise(({ input }) => {
            loads.push(input.name);
            return load(input.name);
          }),
          flow: lazyLogic(() => countingFlow),
          layout: lazyLogic<LayoutInput>(() => followingFlow),
          preload: fromPromise(async ({ input }) => {
            preloads.push(input.name);
          }),
          reload: fromPromise(async () => {
            reloads++;
          }),
          checkReachability: fromPromise(async () => ({ isServerReachable })),
          awaitReachability: fromPromise(() => back.promise),
        },
      }),
      { clock, input: { config, now: () => clock.now(), port, resources } },
    ).start();
  });

  const open = async (href: string) => {
    const url = new URL(href, 'http://here');
    screen.send({
      type: 'screen.opened',
      target: {
        location: { path: url.pathname, query: Object.fromEntries(url.searchParams), href },
        route: matchRoute(url.pathname),
      },
    });
    await settled();
  };
  const state = () => selectScreenState(screen.getSnapshot());
  const flow = () => selectFlow(screen.getSnapshot()) as Actor<typeof countingFlow> | undefined;

  const layoutFlow = () => selectLayoutFlow(screen.getSnapshot(), 'project') as Actor<typeof followingFlow> | undefined;
  const inProject: LoadedCode = { hasFlow: false, layoutFlows: ['project'] };
  const layouts = () => selectLayouts(screen.getSnapshot()).map(({ name }) => name);

  it('is fetched when its address is opened, and its flow starts with what the address says', async () => {
    await open('/project/abc/sql/7?tab=history');
    expect([loads, state(), selectName(screen.getSnapshot())]).toEqual([['sqlSnippet'], 'screen', 'sqlSnippet']);
    expect(flow()?.getSnapshot().context.input).toMatchObject({
      params: { ref: 'abc', id: '7' },
      query: { tab: 'history' },
      config,
      port,
    });
  });

  it('has the cache read what the page shows first while its code loads, and leaves it to the page then', async () => {
    const held = Promise.withResolvers<LoadedCode>();
    load = () => held.promise;
    await open('/project/abc/sql/7');
    expect(watched).toEqual(['/projects/abc', '/projects/abc/snippets', '/projects/abc/query-history']);
    held.resolve(code);
    await settled();
    expect(watched).toEqual([]);
  });

  it('reads nothing for a page that names nothing to read', async () => {
    load = () => new Promise(() => {});
    await open('/support/new');
    expect(watched).toEqual([]);
  });

  it('loads the code of the next page once the page has been undisturbed for 5 s', async () => {
    await open('/project/abc');
    clock.increment(4_999);
    expect(preloads).toEqual([]);
    clock.increment(1);
    expect(preloads).toEqual(['project']);
  });

  it('loads no next page for a page that the user has left', async () => {
    await open('/project/abc');
    screen.send({ type: 'screen.closed' });
    clock.increment(5_000);
    expect(preloads).toEqual([]);
  });

  it('has an optional layout only where its flow has loaded', async () => {
    load = async () => plain;
    await open('/forgot-password');
    expect(layouts()).toEqual([]);
    load = async () => ({ hasFlow: false, layoutFlows: ['captcha'] });
    await open('/sign-in-sso');
    expect(layouts()).toEqual(['captcha']);
  });

  it('stays as it is when only the query changes', async () => {
    await open('/project/abc');
    const before = flow();
    before?.send({ type: 'count.raised' });
    await open('/project/abc?tab=settings');
    expect(flow()).toBe(before);
    expect([flow()?.getSnapshot().context.count, loads]).toEqual([1, ['project']]);
  });

  it('starts its flow anew when a segment changes, and stops the old one', async () => {
    await open('/project/abc');
    const before = flow();
    await open('/project/xyz');
    expect(before?.getSnapshot().status).toBe('stopped');
    expect(flow()?.getSnapshot().context.input.params).toEqual({ ref: 'xyz' });
  });

  it('stops its flow when it is left', async () => {
    await open('/project/abc');
    const before = flow();
    screen.send({ type: 'screen.closed' });
    expect([before?.getSnapshot().status, state(), selectName(screen.getSnapshot())]).toEqual([
      'stopped',
      'blank',
      null,
    ]);
  });

  it('runs its flow as a part of the whole: by the same clock', async () => {
    await open('/project/abc');
    clock.increment(50);
    expect(flow()?.getSnapshot().matches('late')).toBe(true);
  });

  it('shows nothing for 200 ms, then a skeleton', async () => {
    load = () => new Promise(() => {});
    await open('/project/abc');
    expect(state()).toBe('blank');
    clock.increment(199);
    expect(state()).toBe('blank');
    clock.increment(1);
    expect(state()).toBe('skeleton');
  });

  it('keeps the layouts of the last screen while the next one is fetched', async () => {
    await open('/projects');
    load = () => new Promise(() => {});
    await open('/project/abc');
    expect([state(), layouts()]).toEqual(['blank', ['shell']]);
  });

  it('starts the flow of its layout with the segments that all pages of the layout have', async () => {
    load = async () => inProject;
    await open('/project/abc/sql/7?tab=history');
    const { context } = layoutFlow()!.getSnapshot();
    expect(context.input).toMatchObject({ params: { ref: 'abc' }, config, port, resources });
    expect(context.input.params).toEqual({ ref: 'abc' });
    expect(layouts()).toEqual(['shell', 'project']);
  });

  it('leaves the flow of its layout to the next page of the same project, and tells it of the page', async () => {
    load = async () => inProject;
    await open('/project/abc');
    const before = layoutFlow();
    await open('/project/abc/sql/7');
    await open('/project/abc/sql/8');
    await open('/project/abc/sql/8?tab=history');
    expect(layoutFlow()).toBe(before);
    expect(before?.getSnapshot().context.pages).toBe(3);
  });

  it('ends the flow of its layout at once when another project opens, and starts it anew with that one', async () => {
    load = async () => inProject;
    await open('/project/abc');
    const before = layoutFlow();
    const held = Promise.withResolvers<LoadedCode>();
    load = () => held.promise;
    await open('/project/xyz');
    expect([before?.getSnapshot().status, layoutFlow(), layouts()]).toEqual(['stopped', undefined, ['shell']]);
    held.resolve(inProject);
    await settled();
    expect(layoutFlow()?.getSnapshot().context).toMatchObject({ input: { params: { ref: 'xyz' } }, pages: 1 });
  });

  it.each(['/projects', '/nowhere'])('ends the flow of its layout when a page outside opens (%s)', async (outside) => {
    load = async () => inProject;
    await open('/project/abc');
    const before = layoutFlow();
    load = async () => plain;
    await open(outside);
    expect([before?.getSnapshot().status, layoutFlow(), layouts()]).toEqual(['stopped', undefined, ['shell']]);
  });

  it('ends the flow of its layout when it is closed', async () => {
    load = async () => inProject;
    await open('/project/abc');
    const before = layoutFlow();
    screen.send({ type: 'screen.closed' });
    expect([before?.getSnapshot().status, layoutFlow(), layouts()]).toEqual(['stopped', undefined, []]);
  });

  it('keeps the flow of its layout when a page of it cannot be fetched', async () => {
    load = async () => inProject;
    await open('/project/abc');
    const before = layoutFlow();
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await open('/project/abc/sql');
    expect([state(), layoutFlow()]).toEqual(['failed', before]);
    expect(before?.getSnapshot().status).toBe('active');
  });

  it('whose layout breaks takes nothing else with it, and can be started anew', async () => {
    load = async () => inProject;
    await open('/project/abc');
    layoutFlow()?.send({ type: 'fault.met' });
    await settled();
    expect([state(), selectFailure(screen.getSnapshot())?.message, layouts()]).toEqual([
      'broken',
      'The layout has a fault.',
      ['shell'],
    ]);
    screen.send({ type: 'screen.retried' });
    await settled();
    expect([state(), layoutFlow()?.getSnapshot().status, layouts()]).toEqual([
      'screen',
      'active',
      ['shell', 'project'],
    ]);
  });

  it('does not wait for a screen that was left meanwhile', async () => {
    const late = Promise.withResolvers<LoadedCode>();
    load = (name) => (name === 'projects' ? late.promise : Promise.resolve(plain));
    await open('/projects');
    await open('/project/abc');
    late.resolve(code);
    await settled();
    expect([selectName(screen.getSnapshot()), flow()]).toEqual(['project', undefined]);
  });

  it('that cannot be fetched says so, and is fetched again or with the whole page on request', async () => {
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await open('/project/abc');
    expect([state(), selectFailure(screen.getSnapshot())?.message]).toEqual([
      'failed',
      expect.stringContaining('A part of the app did not load.'),
    ]);
    screen.send({ type: 'page.reloaded' });
    await settled();
    expect(reloads).toBe(1);
    load = async () => code;
    screen.send({ type: 'screen.retried' });
    await settled();
    expect([state(), selectFailure(screen.getSnapshot())]).toEqual(['screen', null]);
  });

  it('that does not come while the server is out of reach waits, and opens by itself when it is back', async () => {
    isServerReachable = false;
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await open('/project/abc');
    expect(state()).toBe('waiting');
    load = async () => code;
    back.resolve();
    await settled();
    expect([state(), selectFailure(screen.getSnapshot()), loads]).toEqual(['screen', null, ['project', 'project']]);
  });

  it('that waits is forgotten when another one is opened', async () => {
    isServerReachable = false;
    load = (name) =>
      name === 'projects'
        ? Promise.resolve(plain)
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await open('/project/abc');
    await open('/projects');
    back.resolve();
    await settled();
    expect([state(), selectName(screen.getSnapshot()), loads]).toEqual(['screen', 'projects', ['project', 'projects']]);
  });

  it('that is still not to be had when the server is back is given up', async () => {
    isServerReachable = false;
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await open('/project/abc');
    isServerReachable = true;
    back.resolve();
    await settled();
    expect(state()).toBe('failed');
  });

  it('whose flow breaks takes nothing else with it, and can be started anew', async () => {
    await open('/project/abc');
    flow()?.send({ type: 'fault.met' });
    await settled();
    expect([state(), selectFailure(screen.getSnapshot())?.message]).toEqual(['broken', 'The flow has a fault.']);
    expect(screen.getSnapshot().status).toBe('active');
    screen.send({ type: 'screen.retried' });
    await settled();
    expect([state(), flow()?.getSnapshot().status]).toEqual(['screen', 'active']);
  });

  it('of an address that names nothing is missing', async () => {
    await open('/nowhere');
    expect([state(), loads]).toEqual(['missing', []]);
    await open('/projects');
    expect(state()).toBe('screen');
  });
});
