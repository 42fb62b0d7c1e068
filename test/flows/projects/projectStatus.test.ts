import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type Actor, type EventObject } from 'xstate';
import type { AnyResourceRef } from '../../../src/contract/cache/resources.ts';
import type { ProjectDetail } from '../../../src/contract/projects/project.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import type { FeedEvent } from '../../../src/machines/projects/projectStatus/projectEvents.ts';
import { projectStatusMachine } from '../../../src/machines/projects/projectStatus/projectStatus.machine.ts';
import { selectActions } from '../../../src/machines/projects/projectStatus/projectStatus.selectors.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { orders, ordersDetail, recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { projectStatusModel } from './projectStatus.model.ts';

coverChart(projectStatusModel);

describe('the status of a project', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let watched: Map<string, (view: ResourceView<'project'>) => void>;
  let status: Actor<typeof projectStatusMachine>;
  let feed: ReturnType<typeof heldSource<EventObject, FeedEvent, { ref: string }>>;

  /** The cache has read the project, or has failed to. */
  const read = (view: Partial<ResourceView<'project'>>, ref: string = orders.ref) =>
    watched.get(ref)?.({ data: undefined, failure: null, refreshing: false, ...view });
  const readAs = (value: ProjectStatus) => read({ data: ordersDetail(value) });
  const readings = () =>
    port.commands.filter(
      (command) => command.type === 'resource.invalidated' && command.names.some((name) => name === 'project'),
    ).length;

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    watched = new Map();
    const resources: ResourcePort = {
      watch(ref, seen) {
        const { params }: AnyResourceRef = ref;
        watched.set(params['ref'] ?? '', seen as (view: ResourceView<'project'>) => void);
        return () => watched.delete(params['ref'] ?? '');
      },
    };
    feed = heldSource();
    status = createActor(projectStatusMachine.provide({ actors: { followProject: feed.logic } }), {
      clock,
      input: { ...screenInput({ port, resources }), params: { ref: orders.ref } },
    }).start();
  });

  it.each(['COMING_UP', 'UNKNOWN'] as const)('is re-fetched every 5000 ms while it is %s', (transient) => {
    readAs(transient);
    for (const round of [1, 2, 3]) {
      clock.increment(4999);
      expect(readings()).toBe(round - 1);
      clock.increment(1);
      expect(readings()).toBe(round);
      readAs(transient);
    }
  });

  it('is re-fetched in every status that another one follows by itself, and in no other', () => {
    const polled = projectStatuses.filter((value) => {
      readAs(value);
      const before = readings();
      clock.increment(5000);
      return readings() > before;
    });
    expect(polled).toEqual([
      'COMING_UP',
      'UNKNOWN',
      'GOING_DOWN',
      'RESTARTING',
      'RESTORING',
      'UPGRADING',
      'PAUSING',
      'RESIZING',
    ]);
  });

  it.each(['PAUSING', 'RESTORING', 'RESTARTING'] as const)(
    'is re-fetched every 2000 ms while somebody waits for %s to end',
    (transient) => {
      readAs(transient);
      clock.increment(1999);
      expect(readings()).toBe(0);
      clock.increment(1);
      expect(readings()).toBe(1);
    },
  );

  it('is what the platform pushes, without a request, and the feed ends with the work', () => {
    readAs('COMING_UP');
    expect(feed.inputs).toEqual([{ ref: orders.ref }]);
    const ready = ordersDetail('ACTIVE_HEALTHY');
    feed.report({ type: 'project.pushed', project: ready });
    expect(port.commands.at(-1)).toEqual({
      type: 'resource.overwritten',
      ref: { name: 'project', params: { ref: orders.ref } },
      data: ready,
    });
    read({ data: ready });
    expect(feed.isRunning).toBe(false);
    expect(readings()).toBe(0);
  });

  it('stays “Restoring” from the request on, although the feed begins before the platform has begun', () => {
    readAs('RESTORING');
    const before = port.commands.length;
    feed.report({ type: 'project.pushed', project: ordersDetail('INACTIVE') });
    expect(port.commands.slice(before)).toEqual([]);
    feed.report({ type: 'project.pushed', project: ordersDetail('ACTIVE_HEALTHY') });
    expect(port.commands.at(-1)).toMatchObject({ data: { status: 'ACTIVE_HEALTHY' } });
  });

  it('stays “Restoring” when it is read before the platform has begun', () => {
    const actions = selectActions(status.getSnapshot());
    readAs('INACTIVE');
    actions?.send({ type: 'restore.requested', status: 'INACTIVE' });
    readAs('RESTORING');
    readAs('INACTIVE');
    expect(port.commands.at(-1)).toMatchObject({ names: ['project', 'projects'], patch: { status: 'RESTORING' } });
  });

  it.each(['COMING_UP', 'RESTARTING'] as const)('is not re-fetched while its feed tells that it is %s', (transient) => {
    readAs(transient);
    for (let pushes = 0; pushes < 10; pushes += 1) {
      clock.increment(1500);
      feed.report({ type: 'project.pushed', project: ordersDetail(transient) });
      readAs(transient);
    }
    expect(readings()).toBe(0);
    expect(feed.inputs).toHaveLength(1);
  });

  it('is re-fetched every 5000 ms once the feed has broken, and followed again when the server responds', () => {
    readAs('COMING_UP');
    feed.report({ type: 'feed.ended', failure: { code: 500, message: 'An error has occurred: offline' } });
    clock.increment(5000);
    expect(readings()).toBe(1);
    expect(feed.isRunning).toBe(false);
    readAs('COMING_UP');
    expect(feed.isRunning).toBe(true);
  });

  it('is re-fetched alone where the platform has no feed', () => {
    readAs('COMING_UP');
    feed.report({ type: 'feed.ended', failure: { code: 404, message: 'There is no such endpoint.' } });
    clock.increment(5000);
    readAs('COMING_UP');
    expect(feed.inputs).toHaveLength(1);
  });

  it.each(['ACTIVE_HEALTHY', 'INACTIVE', 'INIT_FAILED'] as const)('is not followed while it is %s', (settled) => {
    readAs(settled);
    expect(feed.inputs).toEqual([]);
  });

  it('is no longer re-fetched once the project is healthy', () => {
    readAs('COMING_UP');
    clock.increment(5000);
    readAs('ACTIVE_HEALTHY');
    clock.increment(60_000);
    expect(readings()).toBe(1);
  });

  it('counts the 5000 ms from the answer, and takes no half-read value for one', () => {
    readAs('COMING_UP');
    clock.increment(5000);
    read({ data: ordersDetail('COMING_UP'), refreshing: true });
    clock.increment(3000);
    readAs('COMING_UP');
    clock.increment(4999);
    expect(readings()).toBe(1);
    clock.increment(1);
    expect(readings()).toBe(2);
  });

  it.each(['COMING_UP', 'RESTARTING'] as const)(
    'is not asked for again while an answer is on its way, or a slow server would never get one through (%s)',
    (transient) => {
      readAs(transient);
      clock.increment(5000);
      read({ data: ordersDetail(transient), refreshing: true });
      clock.increment(60_000);
      expect(readings()).toBe(1);
      readAs('ACTIVE_HEALTHY');
      clock.increment(60_000);
      expect(readings()).toBe(1);
    },
  );

  it('is asked for on and on while the server is away', () => {
    readAs('COMING_UP');
    clock.increment(5000);
    read({ failure: { code: 500, message: 'An error has occurred: offline' } });
    clock.increment(5000);
    expect(readings()).toBe(2);
  });

  it('is overwritten in the list when the detail has a new one', () => {
    readAs('COMING_UP');
    readAs('COMING_UP');
    readAs('ACTIVE_HEALTHY');
    expect(port.commands.filter(({ type }) => type === 'resource.patched')).toEqual([
      {
        type: 'resource.patched',
        names: ['projects'],
        where: { ref: orders.ref },
        patch: { status: 'COMING_UP' },
        // The list is read beside the project, and need not be read again for the first status.
        keepsPending: true,
      },
      {
        type: 'resource.patched',
        names: ['projects'],
        where: { ref: orders.ref },
        patch: { status: 'ACTIVE_HEALTHY' },
        keepsPending: false,
      },
    ]);
  });

  it('ends with its layout', () => {
    readAs('COMING_UP');
    status.stop();
    expect(watched.size).toBe(0);
    expect(feed.isRunning).toBe(false);
    clock.increment(60_000);
    expect(readings()).toBe(0);
  });

  it('asks nothing on a page that was asked on the one before', () => {
    const actions = selectActions(status.getSnapshot());
    actions?.send({ type: 'restart.requested', name: orders.name });
    status.send({ type: 'page.changed' });
    expect(actions?.getSnapshot().matches('idle')).toBe(true);
  });

  it('has the list read again when the project is gone', () => {
    const deleted: ProjectDetail = ordersDetail('GOING_DOWN');
    read({ data: deleted });
    read({ failure: { code: 404, message: 'This project does not exist' } });
    expect(port.commands.at(-1)).toEqual({ type: 'resource.invalidated', names: ['projects'] });
    clock.increment(60_000);
    expect(readings()).toBe(0);
  });
});
