import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, fromPromise, setup, type Actor, type ActorRefFrom } from 'xstate';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import type { LayoutInput, ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import { screenMachine, type LoadedCode } from '../../../src/machines/shell/screen/screen.machine.ts';
import { matchRoute } from '../../../src/router/matchRoute.ts';
import { ScreenHost } from '../../../src/views/app/ScreenHost.tsx';
import type { ScreenViews } from '../../../src/views/parts/screenViews.ts';
import { config, recordingPort } from '../../fixtures/screen.ts';

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const countingMachine = setup({
  types: {
    input: {} as ScreenInput<'project'>,
    context: {} as { ref: string; count: number },
    events: {} as { type: 'count.raised' } | { type: 'fault.met' },
  },
  actions: {
    raiseCount: assign({ count: ({ context }) => context.count + 1 }),
    meetFault: () => {
      throw new Error('The flow has a fault.');
    },
  },
}).createMachine({
  id: 'counting',
  context: ({ input }) => ({ ref: input.params.ref, count: 0 }),
  on: { 'count.raised': { actions: 'raiseCount' }, 'fault.met': { actions: 'meetFault' } },
});

type CountingActor = ActorRefFrom<typeof countingMachine>;

let mounted: string[];

function Counting({ flow }: { flow: CountingActor }) {
  const ref = useSelector(flow, ({ context }) => context.ref);
  const count = useSelector(flow, ({ context }) => context.count);
  useEffect(() => {
    mounted.push(ref);
  }, [ref]);
  return (
    <>
      <p role="status">{`${ref}: ${count}`}</p>
      <button type="button" onClick={() => flow.send({ type: 'count.raised' })}>
        Raise
      </button>
      <button type="button" onClick={() => flow.send({ type: 'fault.met' })}>
        Break
      </button>
    </>
  );
}

function Frame({ children }: { children: ReactNode }) {
  useEffect(() => {
    mounted.push('frame');
  }, []);
  return <section aria-label="Frame">{children}</section>;
}

function Inner({ flow, params, children }: { flow: CountingActor; params: { ref: string }; children: ReactNode }) {
  const count = useSelector(flow, (snapshot) => snapshot.context.count);
  useEffect(() => {
    mounted.push('inner');
  }, []);
  return (
    <section aria-label="Inner">
      <h1>{`${params.ref} with ${count}`}</h1>
      <button type="button" onClick={() => flow.send({ type: 'count.raised' })}>
        Raise the layout
      </button>
      {children}
    </section>
  );
}

const views: ScreenViews = {
  viewOf: () => Counting,
  layoutViewOf: (name) => (name === 'shell' ? Frame : Inner),
};

describe('the host of screens', () => {
  let host: Actor<typeof screenMachine>;

  beforeEach(() => {
    mounted = [];
    host = createActor(
      screenMachine.provide({
        actors: {
          load: fromPromise<LoadedCode, { name: string }>(async () => ({
            hasFlow: true,
            layoutFlows: ['project'],
          })),
          flow: lazyLogic(() => countingMachine),
          layout: lazyLogic<LayoutInput>(() => countingMachine),
        },
      }),
      { input: { config, now: () => 0, port: recordingPort(), resources: { watch: () => () => {} } } },
    ).start();
    render(<ScreenHost screen={host} views={views} />);
  });
  afterEach(() => {
    cleanup();
    host.stop();
    vi.restoreAllMocks();
  });

  const open = (href: string) =>
    act(async () => {
      const url = new URL(href, 'http://here');
      host.send({
        type: 'screen.opened',
        target: {
          location: { path: url.pathname, query: Object.fromEntries(url.searchParams), href },
          route: matchRoute(url.pathname),
        },
      });
      await settled();
    });
  const says = () => screen.getByRole('status').textContent;

  it('leaves a screen as it is when only the query changes', async () => {
    await open('/project/one');
    fireEvent.click(screen.getByText('Raise'));
    await open('/project/one?tab=settings');
    expect([says(), mounted]).toEqual(['one: 1', ['one', 'inner', 'frame']]);
  });

  it('shows another screen anew, in the frame that stands', async () => {
    await open('/project/one');
    fireEvent.click(screen.getByText('Raise'));
    await open('/project/two');
    expect([says(), mounted]).toEqual(['two: 0', ['one', 'inner', 'frame', 'two', 'inner']]);
  });

  it('nests layouts, and leaves the outer one as it is where another one is inside', async () => {
    await open('/projects');
    await open('/project/one');
    const inner = screen.getByRole('region', { name: 'Inner' });
    expect([
      inner.contains(screen.getByRole('status')),
      screen.getByRole('region', { name: 'Frame' }).contains(inner),
    ]).toEqual([true, true]);
    expect(mounted.filter((name) => name === 'frame')).toHaveLength(1);
  });

  it('gives a layout its flow, which goes on while its pages follow each other', async () => {
    const heading = () => screen.getByRole('heading').textContent;
    await open('/project/one');
    fireEvent.click(screen.getByText('Raise the layout'));
    await open('/project/one/building');
    expect([heading(), mounted.filter((name) => name === 'inner')]).toEqual(['one with 1', ['inner']]);
    await open('/project/two');
    expect(heading()).toBe('two with 0');
    await open('/projects');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('shows what a flow broke on within the frame, and starts it anew on request', async () => {
    await open('/project/one');
    vi.spyOn(console, 'error').mockReturnValue();
    await act(async () => {
      fireEvent.click(screen.getByText('Break'));
      await settled();
    });
    expect(screen.getByRole('region', { name: 'Frame' }).textContent).toContain('The flow has a fault.');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await settled();
    });
    expect(says()).toBe('one: 0');
  });

  it('lets another screen be opened after one broke', async () => {
    await open('/project/one');
    vi.spyOn(console, 'error').mockReturnValue();
    await act(async () => {
      fireEvent.click(screen.getByText('Break'));
      await settled();
    });
    await open('/project/two');
    expect(says()).toBe('two: 0');
  });

  it('mounts under StrictMode without starting anything twice', async () => {
    cleanup();
    render(
      <StrictMode>
        <ScreenHost screen={host} views={views} />
      </StrictMode>,
    );
    await open('/project/one');
    expect(says()).toBe('one: 0');
  });
});
