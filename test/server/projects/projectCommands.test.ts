/** What the screens offer and what the lifecycle's chart accepts are written down twice: they must say the same. */
import { expect, it } from 'vitest';
import { acceptCommand } from '../../../server/projects/lifecycle/acceptCommand.ts';
import type { ProjectCommand } from '../../../server/projects/lifecycle/lifecycle.machine.ts';
import { commandsAt, type ProjectCommandName } from '../../../src/contract/projects/projectStatus.ts';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';

const orders: Readonly<Record<ProjectCommandName, ProjectCommand>> = {
  pause: { type: 'pause.requested' },
  restart: { type: 'restart.requested' },
  restore: { type: 'restore.requested' },
  delete: { type: 'removal.requested' },
};

it.each(projectStatuses)('%s offers what the chart accepts', (status) => {
  const accepted = Object.entries(orders)
    .filter(([, order]) => acceptCommand({ status, reason: null }, order) !== null)
    .map(([name]) => name);
  expect(accepted.toSorted()).toEqual(commandsAt[status].toSorted());
});
