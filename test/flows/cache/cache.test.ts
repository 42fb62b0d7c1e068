import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import { resourceKey, type ResourceMessage, type AnyResourceRef } from '../../../src/contract/cache/resources.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { cacheMachine } from '../../../src/machines/cache/cache/cache.machine.ts';
import { selectEntry } from '../../../src/machines/cache/cache/cache.selectors.ts';
import { resourcePortOf } from '../../../src/machines/cache/createResourcePort.ts';
import { resourceMachine } from '../../../src/machines/cache/resource/resource.machine.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { acme, globex, orders, ordersDetail } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { cacheModel } from './cache.model.ts';

coverChart(cacheModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const projects = { name: 'projects', params: {} } as const;
const project = { name: 'project', params: { ref: orders.ref } } as const;
const organizations = { name: 'organizations', params: {} } as const;

describe('the cache', () => {
  let clock: SteppedClock;
  let reads: string[];
  let told: AnyEventObject[];
  let answers: Record<string, () => unknown>;
  let returned: () => void;
  let otherTabs: ReturnType<
    typeof heldSource<
      { type: 'resource.outdated' | 'resource.changed' } & ResourceMessage,
      { type: 'resource.outdated' } & ResourceMessage,
      undefined
    >
  >;
  let cache: Actor<typeof cacheMachine>;
  const dataOf = (ref: AnyResourceRef) => selectEntry(cache.getSnapshot(), ref)?.getSnapshot().context.data;
  const send = async (...events: Parameters<typeof cache.send>[0][]) => {
    for (const event of events) cache.send(event);
    await settled();
  };

  beforeEach(() => {
    clock = new SteppedClock();
    reads = [];
    told = [];
    answers = {
      [resourceKey(projects)]: () => [orders],
      [resourceKey(project)]: () => ordersDetail('ACTIVE_HEALTHY'),
      [resourceKey(organizations)]: () => [acme],
    };
    const resource = resourceMachine.provide({
      actors: {
        read: fromPromise(async ({ input }) => {
          reads.push(resourceKey(input.ref));
          return answers[resourceKey(input.ref)]?.();
        }),
      },
    });
    otherTabs = heldSource();
    cache = createActor(
      cacheMachine.provide({
        actors: {
          resource,
          otherTabs: otherTabs.logic,
          watchAttention: fromCallback<{ type: 'attention.returned' }, undefined>(({ sendBack }) => {
            returned = () => sendBack({ type: 'attention.returned' });
          }),
        },
      }),
      { clock, input: { port: createPort((event) => told.push(event)) } },
    ).start();
  });

  it('holds one resource per key, whoever asks', async () => {
    await send(
      { type: 'resource.observed', ref: projects },
      { type: 'resource.observed', ref: { name: 'projects', params: {} } },
      { type: 'resource.observed', ref: project },
    );
    expect(reads).toEqual(['/projects', `/projects/${orders.ref}`]);
  });

  it('reads several at once', async () => {
    cache.send({ type: 'resource.observed', ref: projects });
    cache.send({ type: 'resource.observed', ref: organizations });
    expect(reads).toEqual(['/projects', '/organizations']);
    await settled();
  });

  it('invalidates by name, and by parameters where they are given', async () => {
    await send(
      { type: 'resource.observed', ref: projects },
      { type: 'resource.observed', ref: project },
      { type: 'resource.observed', ref: organizations },
    );
    reads.length = 0;
    await send({ type: 'resource.invalidated', names: ['projects', 'organizations'] });
    expect(reads).toEqual(['/projects', '/organizations']);
    reads.length = 0;
    await send({ type: 'resource.invalidated', names: ['project'], params: { ref: 'another' } });
    expect(reads).toEqual([]);
    await send({ type: 'resource.invalidated', names: ['project'], params: { ref: orders.ref } });
    expect(reads).toEqual([`/projects/${orders.ref}`]);
  });

  it('overwrites a status locally in the list and the detail', async () => {
    await send({ type: 'resource.observed', ref: projects }, { type: 'resource.observed', ref: project });
    await send({
      type: 'resource.patched',
      names: ['projects', 'project'],
      where: { ref: orders.ref },
      patch: { status: 'RESTORING' },
    });
    expect(dataOf(projects)).toEqual([{ ...orders, status: 'RESTORING' }]);
    expect(dataOf(project)).toEqual({ ...ordersDetail('RESTORING') });
  });

  it('appends an entry to a cached list without reading the list again', async () => {
    await send({ type: 'resource.observed', ref: organizations });
    reads.length = 0;
    await send({ type: 'resource.appended', ref: organizations, entry: globex });
    expect(dataOf(organizations)).toEqual([acme, globex]);
    expect(reads).toEqual([]);
  });

  it('takes a value that nobody has asked for yet, and gives it without reading', async () => {
    await send(
      { type: 'resource.overwritten', ref: projects, data: [orders] },
      { type: 'resource.observed', ref: projects },
    );
    expect(reads).toEqual([]);
    expect(dataOf(projects)).toEqual([orders]);
  });

  it('refreshes what is stale and looked at when the user comes back', async () => {
    await send({ type: 'resource.observed', ref: projects }, { type: 'resource.observed', ref: organizations });
    reads.length = 0;
    clock.increment(60_000);
    returned();
    await settled();
    expect(reads).toEqual(['/projects']);
  });

  it('reads again what another tab has changed: at once where somebody looks at it, otherwise when somebody does', async () => {
    await send(
      { type: 'resource.observed', ref: projects },
      { type: 'resource.observed', ref: project },
      { type: 'resource.observed', ref: organizations },
      { type: 'resource.released', ref: organizations },
    );
    reads.length = 0;
    otherTabs.report({ type: 'resource.outdated', names: ['projects', 'organizations'] });
    otherTabs.report({ type: 'resource.outdated', names: ['project'], params: { ref: 'another' } });
    await settled();
    expect(reads).toEqual(['/projects']);
    await send({ type: 'resource.observed', ref: organizations });
    expect(reads).toEqual(['/projects', '/organizations']);
  });

  it('tells other tabs what was changed here, and nothing of what it holds; nobody is told of what they have told', async () => {
    await send(
      { type: 'resource.observed', ref: projects },
      { type: 'resource.patched', names: ['projects'], where: { ref: orders.ref }, patch: { status: 'PAUSING' } },
    );
    expect(otherTabs.told).toEqual([]);
    await send({ type: 'resource.changed', names: ['projects'] });
    otherTabs.report({ type: 'resource.outdated', names: ['projects'] });
    await settled();
    expect(otherTabs.told).toEqual([{ type: 'resource.changed', names: ['projects'] }]);
  });

  it('lets go of what nobody has looked at for a while', async () => {
    await send({ type: 'resource.observed', ref: projects }, { type: 'resource.released', ref: projects });
    clock.increment(300_000);
    expect(selectEntry(cache.getSnapshot(), projects)).toBeUndefined();
  });

  it('is empty after a sign-out, and reads anew for the next user', async () => {
    await send({ type: 'resource.observed', ref: projects });
    await send({ type: 'cache.emptied' });
    expect(cache.getSnapshot().context.entries).toEqual({});
    await send({ type: 'resource.observed', ref: projects });
    expect(reads).toEqual(['/projects', '/projects']);
  });

  it('passes a refused credential up', async () => {
    answers['/projects'] = () => {
      throw new FailureError({ code: 401, message: 'Who are you?' });
    };
    await send({ type: 'resource.observed', ref: projects });
    expect(told).toEqual([{ type: 'session.refused', failure: { code: 401, message: 'Who are you?' } }]);
  });

  describe('watched by a flow', () => {
    const watch = (ref: AnyResourceRef) => {
      const seen: ResourceView[] = [];
      const stop = resourcePortOf(() => cache).watch(ref, (view) => seen.push(view));
      return { seen, stop };
    };

    it('tells what it holds at once, and every change', async () => {
      const { seen } = watch(projects);
      await settled();
      await send({
        type: 'resource.patched',
        names: ['projects'],
        where: { ref: orders.ref },
        patch: { name: 'Renamed' },
      });
      expect(seen).toEqual([
        { data: undefined, failure: null, refreshing: true },
        { data: [orders], failure: null, refreshing: false },
        { data: [{ ...orders, name: 'Renamed' }], failure: null, refreshing: false },
      ]);
    });

    it('tells nothing more once it is told to stop', async () => {
      const { seen, stop } = watch(projects);
      await settled();
      stop();
      await send({ type: 'resource.invalidated', names: ['projects'] });
      expect(seen).toHaveLength(2);
    });

    it('is read once for all who watch', async () => {
      watch(projects);
      watch(projects);
      await settled();
      expect(reads).toEqual(['/projects']);
    });

    it('has nothing to tell before there is a cache', () => {
      expect(
        resourcePortOf(() => undefined).watch(projects, () => {
          throw new Error('It told something.');
        }),
      ).toBeTypeOf('function');
    });
  });
});
