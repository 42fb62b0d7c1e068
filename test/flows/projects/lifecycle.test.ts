import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { acceptCommand } from '../../../server/projects/lifecycle/acceptCommand.ts';
import {
  lifecycleMachine,
  type Health,
  type ProjectCommand,
  type StatusRecord,
} from '../../../server/projects/lifecycle/lifecycle.machine.ts';
import { selectIsSettled, selectStatus } from '../../../server/projects/lifecycle/lifecycle.selectors.ts';
import { transientStatuses, type ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import { coverChart } from '../../support/cover.ts';
import { lifecycleModel } from './lifecycle.model.ts';

coverChart(lifecycleModel);

type Work =
  | 'createDatabase'
  | 'openDatabase'
  | 'prepareDatabase'
  | 'startDatabase'
  | 'stopDatabase'
  | 'restartDatabase'
  | 'upgradeDatabase'
  | 'removeDatabase';

interface World {
  failing?: Work | undefined;
  failure?: Error;
  health?: Health | Error;
  recordFailures?: number;
  ask?: 'check.requested' | ProjectCommand['type'];
}

/** Runs a project from a status until it settles. */
async function settle(
  status: ProjectStatus,
  {
    failing,
    failure = new Error('disk full'),
    health = { healthy: true, reason: null },
    recordFailures = 0,
    ask,
  }: World = {},
) {
  const calls: string[] = [];
  const records: StatusRecord[] = [];
  let refusals = recordFailures;
  const work = (name: Work) =>
    fromPromise<void, { ref: string }>(() => {
      calls.push(name);
      return name === failing ? Promise.reject(failure) : Promise.resolve();
    });
  const machine = lifecycleMachine.provide({
    actors: {
      createDatabase: work('createDatabase'),
      openDatabase: work('openDatabase'),
      prepareDatabase: work('prepareDatabase'),
      startDatabase: work('startDatabase'),
      stopDatabase: work('stopDatabase'),
      restartDatabase: work('restartDatabase'),
      upgradeDatabase: work('upgradeDatabase'),
      removeDatabase: work('removeDatabase'),
      checkDatabase: fromPromise<Health, { ref: string }>(() =>
        health instanceof Error ? Promise.reject(health) : Promise.resolve(health),
      ),
      recordStatus: fromPromise<void, StatusRecord>(({ input }) => {
        if (refusals > 0) {
          refusals -= 1;
          return Promise.reject(new Error('no connection'));
        }
        records.push(input);
        return Promise.resolve();
      }),
    },
    delays: { recordAgain: 1 },
  });
  const actor = createActor(machine, { input: { ref: 'abcdefghijklmnopqrst' } }).start();
  actor.send({ type: 'project.found', status, reason: 'as before' });
  if (ask) actor.send({ type: ask });
  const snapshot = await waitFor(actor, selectIsSettled);
  return { status: selectStatus(snapshot), reason: snapshot.context.reason, calls, records };
}

const become = (status: ProjectStatus, command: ProjectCommand) => acceptCommand({ status, reason: null }, command);

describe('a project', () => {
  it.each([
    ['PAUSING', 'stopDatabase', 'INACTIVE', 'PAUSE_FAILED'],
    ['RESTORING', 'startDatabase', 'ACTIVE_HEALTHY', 'RESTORE_FAILED'],
    ['RESTARTING', 'restartDatabase', 'ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
    ['RESIZING', 'restartDatabase', 'ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
    ['UPGRADING', 'upgradeDatabase', 'ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'],
    ['GOING_DOWN', 'removeDatabase', 'REMOVED', 'ACTIVE_UNHEALTHY'],
  ] as const)(
    'that stands in %s does its work again after a restart of the server, and ends well or says why not',
    async (from, work, well, ill) => {
      expect(await settle(from)).toMatchObject({
        status: well,
        reason: null,
        calls: [work],
        records: [{ status: well, reason: null }],
      });
      expect(await settle(from, { failing: work })).toMatchObject({
        status: ill,
        reason: 'disk full',
        calls: [work],
        records: [{ status: ill, reason: 'disk full' }],
      });
    },
  );

  it('that is set up goes through its steps in order, and fails with the step that fails', async () => {
    const steps = ['createDatabase', 'openDatabase', 'prepareDatabase'] as const;
    expect(await settle('COMING_UP')).toMatchObject({ status: 'ACTIVE_HEALTHY', reason: null, calls: steps });
    for (const [index, failing] of steps.entries())
      expect(await settle('COMING_UP', { failing })).toMatchObject({
        status: 'INIT_FAILED',
        reason: 'disk full',
        calls: steps.slice(0, index + 1),
        records: [{ status: 'INIT_FAILED', reason: 'disk full' }],
      });
  });

  it('whose database does not come back from an upgrade is unhealthy', async () => {
    const failure = Object.assign(new Error('no memory'), { databaseDown: true });
    expect(await settle('UPGRADING', { failing: 'upgradeDatabase', failure })).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      reason: 'no memory',
    });
  });

  it('that rests is left alone by a restart of the server', async () => {
    const resting = projectStatuses.filter((status) => status === 'UNKNOWN' || !transientStatuses.includes(status));
    const found = await Promise.all(resting.map((status) => settle(status)));
    expect(found).toEqual(resting.map((status) => ({ status, reason: 'as before', calls: [], records: [] })));
  });

  it.each([
    [
      'pause',
      { type: 'pause.requested' },
      { ACTIVE_HEALTHY: 'PAUSING', ACTIVE_UNHEALTHY: 'PAUSING', PAUSE_FAILED: 'PAUSING' },
    ],
    ['restore', { type: 'restore.requested' }, { INACTIVE: 'RESTORING', RESTORE_FAILED: 'RESTORING' }],
    [
      'restart',
      { type: 'restart.requested' },
      {
        ACTIVE_HEALTHY: 'RESTARTING',
        ACTIVE_UNHEALTHY: 'RESTARTING',
        PAUSE_FAILED: 'RESTARTING',
        UNKNOWN: 'RESTARTING',
        INIT_FAILED: 'COMING_UP',
      },
    ],
    ['upgrade', { type: 'upgrade.requested' }, { ACTIVE_HEALTHY: 'UPGRADING' }],
    ['resize', { type: 'resize.requested' }, { ACTIVE_HEALTHY: 'RESIZING', ACTIVE_UNHEALTHY: 'RESIZING' }],
    [
      'removal',
      { type: 'removal.requested' },
      {
        ACTIVE_HEALTHY: 'GOING_DOWN',
        ACTIVE_UNHEALTHY: 'GOING_DOWN',
        INACTIVE: 'GOING_DOWN',
        UNKNOWN: 'GOING_DOWN',
        INIT_FAILED: 'GOING_DOWN',
        PAUSE_FAILED: 'GOING_DOWN',
        RESTORE_FAILED: 'GOING_DOWN',
      },
    ],
  ] as const)('takes a %s in these statuses and in no others', (_name, command, allowed) => {
    for (const status of projectStatuses) {
      expect([status, become(status, command)]).toEqual([
        status,
        (allowed as Partial<Record<ProjectStatus, ProjectStatus>>)[status] ?? null,
      ]);
    }
  });

  it.each([
    ['ACTIVE_HEALTHY', { healthy: true, reason: null }, 'ACTIVE_HEALTHY'],
    ['ACTIVE_HEALTHY', { healthy: false, reason: 'damaged' }, 'ACTIVE_UNHEALTHY'],
    ['ACTIVE_HEALTHY', new Error('no answer'), 'UNKNOWN'],
    ['ACTIVE_UNHEALTHY', { healthy: true, reason: null }, 'ACTIVE_HEALTHY'],
    ['ACTIVE_UNHEALTHY', { healthy: false, reason: 'still damaged' }, 'ACTIVE_UNHEALTHY'],
    ['ACTIVE_UNHEALTHY', new Error('no answer'), 'UNKNOWN'],
    ['UNKNOWN', { healthy: true, reason: null }, 'ACTIVE_HEALTHY'],
    ['UNKNOWN', { healthy: false, reason: 'damaged' }, 'ACTIVE_UNHEALTHY'],
    ['UNKNOWN', new Error('no answer'), 'UNKNOWN'],
  ] as const)('that is %s and looked at with the finding %o is %s', async (from, health, to) => {
    expect((await settle(from, { health, ask: 'check.requested' })).status).toBe(to);
  });

  it.each([
    ['ACTIVE_UNHEALTHY', 'pause.requested', 'INACTIVE'],
    ['ACTIVE_UNHEALTHY', 'restart.requested', 'ACTIVE_HEALTHY'],
    ['ACTIVE_UNHEALTHY', 'resize.requested', 'ACTIVE_HEALTHY'],
    ['RESTORE_FAILED', 'restore.requested', 'ACTIVE_HEALTHY'],
    ['INIT_FAILED', 'restart.requested', 'ACTIVE_HEALTHY'],
    ['PAUSE_FAILED', 'removal.requested', 'REMOVED'],
  ] as const)('that is %s drops its reason once %s has succeeded', async (from, ask, to) => {
    expect(await settle(from, { ask })).toMatchObject({
      status: to,
      reason: null,
      records: [{ status: to, reason: null }],
    });
  });

  it('is written down again until that succeeds', async () => {
    expect(await settle('PAUSING', { recordFailures: 2 })).toMatchObject({
      status: 'INACTIVE',
      calls: ['stopDatabase'],
      records: [{ status: 'INACTIVE' }],
    });
  });
});
