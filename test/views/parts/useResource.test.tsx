import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { AppActor } from '../../../src/machines/app/app.machine.ts';
import { cacheMachine } from '../../../src/machines/cache/cache/cache.machine.ts';
import { selectEntry } from '../../../src/machines/cache/cache/cache.selectors.ts';
import { resourceMachine } from '../../../src/machines/cache/resource/resource.machine.ts';
import { AppContext } from '../../../src/views/parts/app.context.ts';
import { useResource } from '../../../src/views/parts/useResource.ts';
import { ordersDetail } from '../../fixtures/screen.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** Shows all that the hook says. */
function Probe({ projectRef }: { projectRef: string }) {
  const project = useResource('project', { ref: projectRef });
  return (
    <>
      <p role="status">
        {[project.state, project.data?.name, project.failure?.message, project.refreshing && 'refreshing']
          .filter(Boolean)
          .join(', ')}
      </p>
      <button type="button" onClick={project.retry}>
        Try again
      </button>
    </>
  );
}

describe('a resource in a view', () => {
  let clock: SteppedClock;
  let reads: string[];
  let answer: (ref: string) => unknown;
  let cache: Actor<typeof cacheMachine>;
  let app: AppActor;
  const says = () => screen.getByRole('status').textContent;
  const observers = (ref: string) =>
    selectEntry(cache.getSnapshot(), { name: 'project', params: { ref } })?.getSnapshot().context.observers;

  beforeEach(() => {
    clock = new SteppedClock();
    reads = [];
    answer = (ref) => ({ ...ordersDetail('ACTIVE_HEALTHY'), ref, name: `Project ${ref}` });
    const resource = resourceMachine.provide({
      actors: {
        read: fromPromise(async ({ input }) => {
          const ref = input.ref.params['ref'] ?? '';
          reads.push(ref);
          return answer(ref);
        }),
      },
    });
    cache = createActor(
      cacheMachine.provide({
        actors: { resource, watchAttention: fromCallback(() => {}), otherTabs: fromCallback(() => {}) },
      }),
      { clock, input: { port: createPort(() => {}) } },
    ).start();
    // The hook asks the root for its cache and nothing else.
    const snapshot = { children: { cache } };
    app = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AppActor;
  });
  afterEach(() => {
    cleanup();
    cache.stop();
  });

  const view = (ref: string) => (
    <StrictMode>
      <AppContext value={app}>
        <Probe projectRef={ref} />
      </AppContext>
    </StrictMode>
  );
  const show = async (ref: string) => {
    const shown = render(view(ref));
    await act(settled);
    return shown;
  };

  it('is loading, then ready', async () => {
    const held = Promise.withResolvers<unknown>();
    answer = () => held.promise;
    await show('a');
    expect(says()).toBe('loading, refreshing');
    held.resolve({ ...ordersDetail('ACTIVE_HEALTHY'), name: 'Orders' });
    await act(settled);
    expect(says()).toBe('ready, Orders');
  });

  it('is read once, although StrictMode mounts twice, and observed as often as it is shown', async () => {
    await show('a');
    expect([reads, observers('a')]).toEqual([['a'], 1]);
  });

  it('is read again while the old value stands', async () => {
    await show('a');
    const held = Promise.withResolvers<unknown>();
    answer = () => held.promise;
    act(() => cache.send({ type: 'resource.invalidated', names: ['project'] }));
    expect(says()).toBe('ready, Project a, refreshing');
    held.resolve({ ...ordersDetail('ACTIVE_HEALTHY'), name: 'Renamed' });
    await act(settled);
    expect(says()).toBe('ready, Renamed');
  });

  it('has failed, and is read again on request', async () => {
    answer = () => {
      throw new FailureError({ code: 404, message: 'No such project' });
    };
    await show('a');
    expect(says()).toBe('failed, No such project');
    answer = () => ({ ...ordersDetail('ACTIVE_HEALTHY'), name: 'Orders' });
    fireEvent.click(screen.getByText('Try again'));
    await act(settled);
    expect(says()).toBe('ready, Orders');
  });

  it('stays failed while it is tried again, and says that it is', async () => {
    answer = () => {
      throw new FailureError({ code: 404, message: 'No such project' });
    };
    await show('a');
    const held = Promise.withResolvers<unknown>();
    answer = () => held.promise;
    fireEvent.click(screen.getByText('Try again'));
    expect(says()).toBe('failed, No such project, refreshing');
    held.resolve({ ...ordersDetail('ACTIVE_HEALTHY'), name: 'Orders' });
    await act(settled);
    expect(says()).toBe('ready, Orders');
  });

  it('keeps the old value beside the failure of a refresh', async () => {
    await show('a');
    answer = () => {
      throw new FailureError({ code: 404, message: 'No such project' });
    };
    act(() => cache.send({ type: 'resource.invalidated', names: ['project'] }));
    await act(settled);
    expect(says()).toBe('ready, Project a, No such project');
  });

  it('follows its parameters, and lets the former go', async () => {
    const { rerender } = await show('a');
    rerender(view('b'));
    await act(settled);
    expect(says()).toBe('ready, Project b');
    expect([observers('a'), observers('b')]).toEqual([0, 1]);
  });

  it('is let go when the view goes', async () => {
    const { unmount } = await show('a');
    unmount();
    expect(observers('a')).toBe(0);
  });

  it('is loading again when the cache was emptied under it', async () => {
    await show('a');
    act(() => cache.send({ type: 'cache.emptied' }));
    expect(says()).toBe('loading');
  });
});
