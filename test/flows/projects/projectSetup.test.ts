import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, type Actor } from 'xstate';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { projectSetupMachine } from '../../../src/machines/projects/projectSetup/projectSetup.machine.ts';
import {
  selectFailure,
  selectIsInitFailed,
  selectIsStale,
  selectProject,
  selectSince,
} from '../../../src/machines/projects/projectSetup/projectSetup.selectors.ts';
import { orders, ordersDetail, recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { projectSetupModel } from './projectSetup.model.ts';

coverChart(projectSetupModel);

const offline = { code: 500, message: 'An error has occurred: offline' };

describe('the building page', () => {
  let port: ReturnType<typeof recordingPort>;
  let seen: (view: Partial<ResourceView<'project'>>) => void;
  let building: Actor<typeof projectSetupMachine>;
  let now: number;
  const start = () => {
    now = 0;
    port = recordingPort();
    const watch = (_: unknown, report: (view: never) => void) => {
      seen = (view) => report({ data: undefined, failure: null, refreshing: false, ...view } as never);
      return () => {};
    };
    building = createActor(projectSetupMachine, {
      input: screenInput({ port, now: () => now, params: { ref: orders.ref }, resources: { watch } }),
    }).start();
  };
  beforeEach(start);

  it('turns into the project’s home when ACTIVE_HEALTHY', () => {
    seen({ data: ordersDetail('COMING_UP') });
    expect(port.commands).toEqual([]);
    seen({ data: ordersDetail('ACTIVE_HEALTHY') });
    expect(port.commands).toEqual([{ type: 'navigation.requested', to: `/project/${orders.ref}`, replace: true }]);
  });

  it('stays while the project is being set up, and says why when that failed', () => {
    const staying = projectStatuses.filter((status) => {
      start();
      seen({ data: ordersDetail(status) });
      return port.commands.length === 0;
    });
    expect(staying).toEqual(['COMING_UP', 'UNKNOWN', 'INIT_FAILED']);
    start();
    seen({ data: ordersDetail('INIT_FAILED', 'The disk is full.') });
    expect(selectIsInitFailed(building.getSnapshot())).toBe(true);
    expect(selectProject(building.getSnapshot())?.status_reason).toBe('The disk is full.');
  });

  it('counts from the beginning of the setup, which the platform says, or from its first reading', () => {
    seen({ data: ordersDetail('COMING_UP') });
    now = 700;
    seen({ data: ordersDetail('COMING_UP') });
    expect(selectSince(building.getSnapshot())).toBe(0);
    seen({ data: { ...ordersDetail('COMING_UP'), setup: { ended_ms: [420], elapsed_ms: 600 } } });
    expect(selectSince(building.getSnapshot())).toBe(100);
  });

  it('goes on when a failed project is tried once more', () => {
    seen({ data: ordersDetail('INIT_FAILED', 'The disk is full.') });
    seen({ data: ordersDetail('COMING_UP') });
    expect(selectIsInitFailed(building.getSnapshot())).toBe(false);
  });

  it('says that the project could not be read, and tries again', () => {
    seen({ failure: offline });
    expect(selectFailure(building.getSnapshot())).toEqual(offline);
    building.send({ type: 'reading.retried' });
    expect(port.commands).toEqual([{ type: 'resource.invalidated', names: ['project'], params: { ref: orders.ref } }]);
  });

  it('goes on after a failed reading in between, and says that it is out of touch until the next', () => {
    seen({ data: ordersDetail('COMING_UP') });
    seen({ data: ordersDetail('COMING_UP'), failure: offline });
    expect(selectFailure(building.getSnapshot())).toBeNull();
    expect(building.getSnapshot().matches('building')).toBe(true);
    expect(selectIsStale(building.getSnapshot())).toBe(true);
    seen({ data: ordersDetail('COMING_UP') });
    expect(selectIsStale(building.getSnapshot())).toBe(false);
  });
});
