import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { ProjectUserDetail } from '../../../src/contract/auth/projectUser.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { projectUserMachine } from '../../../src/machines/auth/projectUser/projectUser.machine.ts';
import {
  selectFailure,
  selectIsGone,
  selectIsReading,
  selectMetadata,
  selectPassword,
  selectUser,
} from '../../../src/machines/auth/projectUser/projectUser.selectors.ts';
import { outcomeOf, type UserAction } from '../../../src/machines/auth/projectUser/userAction.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { held } from '../../fixtures/held.ts';
import { ordersDetail, recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { grace } from './newUser.model.ts';
import { actions, graceInFull, projectUserModel } from './projectUser.model.ts';

coverChart(projectUserModel);

describe('a user of a project', () => {
  let read: ReturnType<typeof held<ProjectUserDetail, { ref: string; id: string }>>;
  let act: ReturnType<typeof held<void, { ref: string; id: string; action: UserAction | null }>>;
  let port: ReturnType<typeof recordingPort>;
  let showProject: (status: ProjectStatus) => void;
  let flow: Actor<typeof projectUserMachine>;
  const idle = () => waitFor(flow, (snapshot) => snapshot.matches({ work: 'idle' }));
  const toasts = () => port.commands.flatMap((one) => (one.type === 'toast.requested' ? [one.toast.title] : []));

  beforeEach(async () => {
    read = held();
    act = held();
    port = recordingPort();
    flow = createActor(projectUserMachine.provide({ actors: { readUser: read.logic, performAction: act.logic } }), {
      input: {
        ...screenInput({
          port,
          resources: {
            watch: (_, seen) => {
              const report = seen as (view: ResourceView) => void;
              showProject = (status) => report({ data: ordersDetail(status), failure: null, refreshing: false });
              return () => {};
            },
          },
        }),
        params: { ref: 'abc', id: grace.id },
      },
    }).start();
    showProject('ACTIVE_HEALTHY');
    expect(read.last().input).toEqual({ ref: 'abc', id: grace.id });
    read.last().answer(graceInFull);
    await waitFor(flow, (snapshot) => !selectIsReading(snapshot));
  });

  it.each(actions)('is asked about before: %s', async (_, action) => {
    flow.send({ type: 'action.requested', action });
    flow.send({ type: 'action.cancelled' });
    flow.send({ type: 'action.requested', action });
    expect(act.calls).toHaveLength(0);
    flow.send({ type: 'action.confirmed' });
    expect(act.last().input).toEqual({ ref: 'abc', id: grace.id, action });
    act.last().answer();
    await waitFor(flow, () => toasts().length === 1);
    expect(toasts()).toEqual([outcomeOf(action)]);
    expect(read.calls).toHaveLength(action.kind === 'deletion' ? 1 : 2);
  });

  it('keeps the question open with the reason when the action fails', async () => {
    flow.send({ type: 'action.requested', action: { kind: 'sessions' } });
    flow.send({ type: 'action.confirmed' });
    act.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.confirmFailure !== null);
    expect(flow.getSnapshot().matches({ work: 'confirming' })).toBe(true);
    expect(toasts()).toEqual([]);
  });

  it('leads back to the list once deleted', async () => {
    flow.send({ type: 'action.requested', action: { kind: 'deletion' } });
    flow.send({ type: 'action.confirmed' });
    act.last().answer();
    await waitFor(flow, selectIsGone);
    expect(port.commands).toContainEqual({
      type: 'navigation.requested',
      to: '/project/abc/auth/users',
      replace: true,
    });
  });

  it('gets metadata and a password in forms, and is read again afterwards', async () => {
    flow.send({ type: 'metadata.opened' });
    expect(selectMetadata(flow.getSnapshot())?.getSnapshot().context.stored.user_metadata).toEqual({ name: 'Grace' });
    flow.send({ type: 'metadata.saved' });
    await idle();
    expect(read.calls).toHaveLength(2);
    flow.send({ type: 'password.opened' });
    expect(selectPassword(flow.getSnapshot())).toBeDefined();
    flow.send({ type: 'form.cancelled' });
    expect(read.calls).toHaveLength(2);
    flow.send({ type: 'password.opened' });
    flow.send({ type: 'password.saved' });
    expect(toasts()).toEqual(['Metadata saved', 'Password changed']);
    expect(read.calls).toHaveLength(3);
  });

  it('stays shown when it cannot be read again', async () => {
    flow.send({ type: 'action.requested', action: { kind: 'confirmation' } });
    flow.send({ type: 'action.confirmed' });
    act.last().answer();
    await idle();
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectFailure(snapshot) !== null);
    expect(selectUser(flow.getSnapshot())).toEqual(graceInFull);
    flow.send({ type: 'user.retried' });
    expect(read.calls).toHaveLength(3);
  });
});
