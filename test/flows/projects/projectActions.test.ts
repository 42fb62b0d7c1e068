import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { projectActionsMachine } from '../../../src/machines/projects/projectActions/projectActions.machine.ts';
import {
  selectFailure,
  selectIsConfirmingDeletion,
  selectIsConfirmingPause,
  selectIsBusy,
} from '../../../src/machines/projects/projectActions/projectActions.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { orders, recordingPort, refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { projectActionsModel } from './projectActions.model.ts';

coverChart(projectActionsModel);

describe('what can be done to a project', () => {
  let port: ReturnType<typeof recordingPort>;
  let services: Record<
    'pause' | 'restart' | 'restore',
    ReturnType<typeof held<{ status: ProjectStatus }, { ref: string }>>
  >;
  let deletion: ReturnType<typeof held<void, { ref: string }>>;
  let actions: Actor<typeof projectActionsMachine>;
  const shown = (status: ProjectStatus) => ({
    type: 'resource.patched',
    names: ['project', 'projects'],
    where: { ref: orders.ref },
    patch: { status },
  });
  const changed = [
    { type: 'resource.changed', names: ['project'], params: { ref: orders.ref }, onlyElsewhere: true },
    { type: 'resource.changed', names: ['projects'], onlyElsewhere: true },
  ];
  const mayDelete = () => actions.getSnapshot().can({ type: 'action.confirmed' });
  const idle = () => waitFor(actions, (snapshot) => snapshot.matches('idle'));

  beforeEach(() => {
    port = recordingPort();
    services = { pause: held(), restart: held(), restore: held() };
    deletion = held();
    actions = createActor(
      projectActionsMachine.provide({
        actors: {
          pause: services.pause.logic,
          restart: services.restart.logic,
          restore: services.restore.logic,
          deleteProject: deletion.logic,
        },
      }),
      { input: { ref: orders.ref, port } },
    ).start();
  });

  it('restoring shows at once, in list and detail, before the platform has answered', () => {
    actions.send({ type: 'restore.requested', status: 'RESTORE_FAILED' });
    expect(port.commands).toEqual([shown('RESTORING')]);
    expect(services.restore.last().input).toEqual({ ref: orders.ref });
  });

  it('restoring stays what is shown while the platform takes its time to begin it, and only then', async () => {
    actions.send({ type: 'restore.requested', status: 'INACTIVE' });
    actions.send({ type: 'status.fetched', status: 'INACTIVE' });
    expect(port.commands).toEqual([shown('RESTORING'), shown('RESTORING')]);
    actions.send({ type: 'status.fetched', status: 'ACTIVE_HEALTHY' });
    services.restore.last().answer({ status: 'RESTORING' });
    await idle();
    const before = port.commands.length;
    actions.send({ type: 'status.fetched', status: 'INACTIVE' });
    expect(port.commands).toHaveLength(before);
    expect(before).toBe(5);
  });

  it('a refused restore is taken back at once, put right by reading again, and says why', async () => {
    actions.send({ type: 'restore.requested', status: 'RESTORE_FAILED' });
    services.restore.last().fail(refusal);
    await idle();
    expect(selectFailure(actions.getSnapshot())?.requestId).toBe('req-1');
    expect(port.commands.slice(1)).toEqual([
      shown('RESTORE_FAILED'),
      { type: 'resource.invalidated', names: ['project'], params: { ref: orders.ref } },
      { type: 'resource.invalidated', names: ['projects'] },
    ]);
  });

  it('pausing asks first', async () => {
    actions.send({ type: 'pause.requested', name: orders.name });
    expect(selectIsConfirmingPause(actions.getSnapshot())).toBe(true);
    expect(services.pause.calls).toHaveLength(0);
    actions.send({ type: 'action.cancelled' });
    expect(actions.getSnapshot().matches('idle')).toBe(true);
    actions.send({ type: 'pause.requested', name: orders.name });
    actions.send({ type: 'action.confirmed' });
    actions.send({ type: 'action.confirmed' });
    expect(services.pause.calls).toHaveLength(1);
    services.pause.last().answer({ status: 'PAUSING' });
    await idle();
    expect(port.commands).toEqual([shown('PAUSING'), ...changed]);
  });

  it('restarting asks first', async () => {
    actions.send({ type: 'restart.requested', name: orders.name });
    expect(services.restart.calls).toHaveLength(0);
    actions.send({ type: 'action.confirmed' });
    expect(selectIsBusy(actions.getSnapshot())).toBe(true);
    services.restart.last().answer({ status: 'RESTARTING' });
    await idle();
    expect(port.commands).toEqual([shown('RESTARTING'), ...changed]);
  });

  it('a refusal stays in the question it was the answer to', async () => {
    actions.send({ type: 'pause.requested', name: orders.name });
    actions.send({ type: 'action.confirmed' });
    services.pause.last().fail(refusal);
    await waitFor(actions, ({ context }) => context.confirmFailure !== null);
    expect(selectIsConfirmingPause(actions.getSnapshot())).toBe(true);
    expect(selectFailure(actions.getSnapshot())).toBeNull();
    actions.send({ type: 'action.cancelled' });
    expect(actions.getSnapshot().context.confirmFailure).toBeNull();
  });

  it('deleting asks to type the name, and accepts nothing else', async () => {
    actions.send({ type: 'deletion.requested', name: orders.name });
    for (const text of ['', 'orders', 'Orders ']) {
      actions.send({ type: 'name.typed', text });
      expect(mayDelete()).toBe(false);
      actions.send({ type: 'action.confirmed' });
    }
    expect(deletion.calls).toHaveLength(0);
    actions.send({ type: 'name.typed', text: 'Orders' });
    actions.send({ type: 'action.confirmed' });
    deletion.last().answer();
    await waitFor(actions, (snapshot) => snapshot.matches('deleted'));
    expect(port.commands).toEqual([
      shown('GOING_DOWN'),
      ...changed,
      { type: 'navigation.requested', to: '/projects' },
      { type: 'resource.invalidated', names: ['projects'] },
      { type: 'toast.requested', toast: { tone: 'success', title: 'Deleting “Orders”…' } },
    ]);
  });

  it('a name that was typed before is not typed for the next time', () => {
    actions.send({ type: 'deletion.requested', name: orders.name });
    actions.send({ type: 'name.typed', text: 'Orders' });
    actions.send({ type: 'action.cancelled' });
    actions.send({ type: 'deletion.requested', name: orders.name });
    expect(selectIsConfirmingDeletion(actions.getSnapshot())).toBe(true);
    expect(mayDelete()).toBe(false);
  });
});
