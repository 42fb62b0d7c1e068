import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import {
  projectActionsMachine,
  type ProjectActionsInput,
} from '../../../src/machines/projects/projectActions/projectActions.machine.ts';
import {
  selectIsConfirmingPause,
  selectIsRestoring,
  selectName,
} from '../../../src/machines/projects/projectActions/projectActions.selectors.ts';
import { projectListMachine } from '../../../src/machines/projects/projectList/projectList.machine.ts';
import { selectActions } from '../../../src/machines/projects/projectList/projectList.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { orders, recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { projectListModel } from './projectList.model.ts';

coverChart(projectListModel);

describe('the list of projects', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let list: Actor<typeof projectListMachine>;
  let loading: ReturnType<typeof held<void, undefined>>;
  let seen: ((view: ResourceView<'projects'>) => void) | undefined;

  const read = (view: Partial<ResourceView<'projects'>>) =>
    seen?.({ data: undefined, failure: null, refreshing: false, ...view });
  const readAs = (...statuses: ProjectStatus[]) => read({ data: statuses.map((status) => ({ ...orders, status })) });
  const readings = () =>
    port.commands.filter(
      (command) => command.type === 'resource.invalidated' && command.names.some((name) => name === 'projects'),
    ).length;

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    seen = undefined;
    const resources: ResourcePort = {
      watch(ref, tell) {
        if (ref.name === 'projects') seen = tell as (view: ResourceView<'projects'>) => void;
        return () => {
          seen = undefined;
        };
      },
    };
    loading = held();
    const provided = projectListMachine.provide({
      actors: {
        loadActions: loading.logic,
        projectActions: lazyLogic<ProjectActionsInput>(() =>
          projectActionsMachine.provide({
            actors: { restore: held<{ status: ProjectStatus }, { ref: string }>().logic },
          }),
        ),
      },
    });
    list = createActor(provided, { clock, input: screenInput({ port, resources }) }).start();
  });

  it('is read again every 5000 ms while one of them is being deleted, and no more when that is gone', () => {
    readAs('ACTIVE_HEALTHY', 'GOING_DOWN');
    for (const round of [1, 2]) {
      clock.increment(4_999);
      expect(readings()).toBe(round - 1);
      clock.increment(1);
      expect(readings()).toBe(round);
      readAs('ACTIVE_HEALTHY', 'GOING_DOWN');
    }
    readAs('ACTIVE_HEALTHY');
    clock.increment(60_000);
    expect(readings()).toBe(2);
  });

  it('is not asked for again before its first answer', () => {
    clock.increment(60_000);
    expect(readings()).toBe(0);
  });

  it('is left alone while nothing is under way', () => {
    readAs('ACTIVE_HEALTHY', 'INACTIVE', 'INIT_FAILED');
    clock.increment(60_000);
    expect(readings()).toBe(0);
  });

  it('is still followed after a reading that failed', () => {
    readAs('PAUSING');
    clock.increment(5_000);
    read({ failure: { code: 500, message: 'An error has occurred: offline' } });
    clock.increment(5_000);
    expect(readings()).toBe(2);
  });

  it('waits for an answer that takes long, and does not ask beside it', () => {
    readAs('RESTORING');
    clock.increment(5_000);
    read({ refreshing: true });
    clock.increment(60_000);
    expect(readings()).toBe(1);
  });

  it('asks before it pauses a project, and restores one at once', async () => {
    const actions = () => selectActions(list.getSnapshot())!.getSnapshot();
    const load = async () => {
      loading.last().answer();
      await waitFor(list, (snapshot) => snapshot.matches({ commands: 'ofProject' }));
    };
    list.send({ type: 'command.requested', command: 'pause', project: orders });
    await load();
    expect([selectIsConfirmingPause(actions()), selectName(actions())]).toEqual([true, 'Orders']);
    list.send({ type: 'command.requested', command: 'restore', project: { ...orders, ref: 'b', status: 'INACTIVE' } });
    await load();
    expect([selectIsConfirmingPause(actions()), selectIsRestoring(actions())]).toEqual([false, true]);
    expect(port.commands.at(-1)).toEqual({
      type: 'resource.patched',
      names: ['project', 'projects'],
      where: { ref: 'b' },
      patch: { status: 'RESTORING' },
    });
  });

  it('says so when the code of an operation does not load, and takes the next command', async () => {
    list.send({ type: 'command.requested', command: 'pause', project: orders });
    loading.last().fail(new Error('Failed to fetch'));
    await waitFor(list, (snapshot) => snapshot.matches({ commands: 'none' }));
    expect(port.commands.at(-1)).toMatchObject({ toast: { title: 'Could not pause “Orders”' } });
    list.send({ type: 'command.requested', command: 'pause', project: orders });
    loading.last().answer();
    await waitFor(list, (snapshot) => selectActions(snapshot) !== undefined);
  });
});
