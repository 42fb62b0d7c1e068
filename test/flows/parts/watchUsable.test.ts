import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { watchUsable, type ProjectOpened } from '../../../src/machines/parts/watchUsable.ts';
import { ordersDetail } from '../../fixtures/screen.ts';

it('reports each time that the project becomes usable, and once', () => {
  let see: (view: ResourceView<'project'>) => void = () => {};
  let opened = 0;
  const machine = flowSetup({
    types: { events: {} as ProjectOpened },
    actors: { watchUsable },
    actions: { count: () => void (opened += 1) },
  }).createMachine({
    invoke: {
      id: 'project',
      src: 'watchUsable',
      input: {
        ref: 'abc',
        resources: {
          watch: (ref, seen) => {
            expect(ref).toEqual({ name: 'project', params: { ref: 'abc' } });
            see = seen as typeof see;
            return () => {};
          },
        },
      },
    },
    on: { 'project.opened': { actions: 'count' } },
  });
  createActor(machine).start();
  const is = (status: ProjectStatus | null) => {
    see({ data: status === null ? undefined : ordersDetail(status), failure: null, refreshing: false });
    return opened;
  };
  expect(is(null)).toBe(0);
  expect(is('COMING_UP')).toBe(0);
  expect(is('ACTIVE_HEALTHY')).toBe(1);
  // The same status is read again, or another one in which the database can be asked.
  expect(is('ACTIVE_HEALTHY')).toBe(1);
  expect(is('PAUSING')).toBe(1);
  expect(is('ACTIVE_HEALTHY')).toBe(2);
});
