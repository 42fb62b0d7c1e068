import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import type { ProjectUser, ProjectUserPage, UserSearch } from '../../../src/contract/auth/projectUser.ts';
import {
  projectUserPageMax,
  projectUserPageSize,
  userSearchDebounceMs,
} from '../../../src/contract/auth/projectUser.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import {
  projectUsersMachine,
  type ColumnsChosen,
  type SearchChanged,
  type UserListPage,
} from '../../../src/machines/auth/projectUsers/projectUsers.machine.ts';
import {
  selectColumns,
  selectHasFailed,
  selectInvitation,
  selectHasMore,
  selectIsReadingMore,
  selectList,
  selectNewUser,
} from '../../../src/machines/auth/projectUsers/projectUsers.selectors.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { held } from '../../fixtures/held.ts';
import { ordersDetail, recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { grace } from './newUser.model.ts';
import { banned, projectUsersModel } from './projectUsers.model.ts';

coverChart(projectUsersModel);

describe('the users of a project', () => {
  let clock: SteppedClock;
  let read: ReturnType<typeof held<ProjectUserPage, UserListPage>>;
  let change: ReturnType<typeof held<ProjectUser, { ref: string; id: string; banned: boolean }>>;
  let remove: ReturnType<typeof held<void, { ref: string; id: string }>>;
  let stored: ColumnsChosen[];
  let found: UserSearch | null;
  let searches: UserSearch[];
  let start: () => void;
  let port: ReturnType<typeof recordingPort>;
  let showProject: (status: ProjectStatus) => void;
  let flow: Actor<typeof projectUsersMachine>;
  const ready = () => waitFor(flow, (snapshot) => snapshot.matches({ list: 'ready' }));
  const idle = () => waitFor(flow, (snapshot) => snapshot.matches({ work: 'idle' }));
  const listed = () => selectList(flow.getSnapshot()).map(({ email }) => email);

  beforeEach(async () => {
    clock = new SteppedClock();
    read = held();
    change = held();
    remove = held();
    stored = [];
    found = null;
    searches = [];
    port = recordingPort();
    start = () => {
      flow = createActor(
        projectUsersMachine.provide({
          actors: {
            readUsers: read.logic,
            changeUser: change.logic,
            deleteUser: remove.logic,
            keepView: fromCallback<ColumnsChosen | SearchChanged, { ref: string }>(({ input, receive, sendBack }) => {
              expect(input).toEqual({ ref: 'abc' });
              receive((told) => {
                if (told.type === 'columns.chosen') stored.push(told);
                else searches.push(told.search);
              });
              sendBack({ type: 'search.found', search: found });
              sendBack({ type: 'columns.found', columns: ['phone'] });
            }),
          },
        }),
        {
          clock,
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
            params: { ref: 'abc' },
          },
        },
      ).start();
    };
    start();
    showProject('ACTIVE_HEALTHY');
    read.last().answer({ users: [grace], total: 2, next: grace.id });
    await ready();
  });

  it('are read page by page', async () => {
    expect(selectHasMore(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'more.requested' });
    expect(selectIsReadingMore(flow.getSnapshot())).toBe(true);
    expect(read.last().input).toEqual({
      ref: 'abc',
      filter: '',
      order: 'newest',
      limit: projectUserPageSize,
      after: grace.id,
    });
    read.last().answer({ users: [banned], total: 2, next: null });
    await ready();
    expect(listed()).toEqual([grace.email, banned.email]);
    flow.send({ type: 'more.requested' });
    expect(read.calls).toHaveLength(2);
  });

  it('stay listed when the next page fails, which can be tried again', async () => {
    flow.send({ type: 'more.requested' });
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(listed()).toEqual([grace.email]);
    flow.send({ type: 'more.requested' });
    expect(flow.getSnapshot().context.failure).toBeNull();
  });

  it('are searched when the user pauses', () => {
    for (const filter of ['m', 'ma', 'mal ']) {
      flow.send({ type: 'filter.changed', filter });
      clock.increment(userSearchDebounceMs - 1);
    }
    expect(read.calls).toHaveLength(1);
    clock.increment(1);
    expect(read.last().input).toEqual({
      ref: 'abc',
      filter: 'mal',
      order: 'newest',
      limit: projectUserPageSize,
      after: null,
    });
    expect(listed()).toEqual([grace.email]);
  });

  it('begin with the oldest where that is chosen, on the first page', () => {
    flow.send({ type: 'order.chosen', order: 'oldest' });
    expect(read.last().input).toEqual({
      ref: 'abc',
      filter: '',
      order: 'oldest',
      limit: projectUserPageSize,
      after: null,
    });
  });

  it('are as this tab left them: the search, the order, and as many as were read', async () => {
    flow.stop();
    found = { filter: 'gra', order: 'oldest', listed: 130 };
    start();
    showProject('ACTIVE_HEALTHY');
    expect(read.last().input).toEqual({ ref: 'abc', filter: 'gra', order: 'oldest', limit: 130, after: null });
    read.last().answer({ users: [grace], total: 1, next: null });
    await ready();
    flow.stop();
    found = { filter: '', order: 'newest', listed: 10 * projectUserPageMax };
    start();
    showProject('ACTIVE_HEALTHY');
    expect(read.last().input).toMatchObject({ filter: '', limit: projectUserPageMax });
  });

  it('are kept for the tab as they are searched, ordered and read further', async () => {
    flow.send({ type: 'filter.changed', filter: 'gra' });
    flow.send({ type: 'order.chosen', order: 'oldest' });
    read.last().answer({ users: [grace], total: 2, next: grace.id });
    await ready();
    flow.send({ type: 'more.requested' });
    read.last().answer({ users: [banned], total: 2, next: null });
    await ready();
    expect(searches.slice(1)).toEqual([
      { filter: 'gra', order: 'newest', listed: 0 },
      { filter: 'gra', order: 'oldest', listed: 0 },
      { filter: 'gra', order: 'oldest', listed: 1 },
      { filter: 'gra', order: 'oldest', listed: 2 },
    ]);
  });

  it('have the stored columns; others are stored when they are chosen', () => {
    expect(selectColumns(flow.getSnapshot())).toEqual(['phone']);
    flow.send({ type: 'columns.chosen', columns: ['name', 'id'] });
    expect(selectColumns(flow.getSnapshot())).toEqual(['name', 'id']);
    expect(stored).toEqual([{ type: 'columns.chosen', columns: ['name', 'id'] }]);
  });

  it('are read again when the project is back', async () => {
    flow.send({ type: 'filter.changed', filter: 'a' });
    clock.increment(userSearchDebounceMs);
    showProject('PAUSING');
    read.last().fail(refusal);
    await waitFor(flow, selectHasFailed);
    showProject('INACTIVE');
    expect(read.calls).toHaveLength(2);
    showProject('ACTIVE_HEALTHY');
    expect(read.calls).toHaveLength(3);
  });

  it('say why they could not be read', async () => {
    flow.send({ type: 'filter.changed', filter: 'a' });
    clock.increment(userSearchDebounceMs);
    read.last().fail(refusal);
    await waitFor(flow, selectHasFailed);
    flow.send({ type: 'list.retried' });
    expect(read.calls).toHaveLength(3);
  });

  it('are banned, and freed, after a question', async () => {
    flow.send({ type: 'ban.requested', user: grace });
    expect(change.calls).toHaveLength(0);
    flow.send({ type: 'action.confirmed' });
    expect(change.last().input).toEqual({ ref: 'abc', id: grace.id, banned: true });
    change.last().answer(banned);
    await idle();
    flow.send({ type: 'ban.requested', user: banned });
    flow.send({ type: 'action.confirmed' });
    expect(change.last().input).toEqual({ ref: 'abc', id: banned.id, banned: false });
    change.last().answer(grace);
    await idle();
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'User banned' } },
      { type: 'toast.requested', toast: { tone: 'success', title: 'Ban lifted' } },
    ]);
  });

  it('are deleted after a question, and the list is read again', async () => {
    flow.send({ type: 'deletion.requested', user: grace });
    flow.send({ type: 'action.confirmed' });
    expect(remove.last().input).toEqual({ ref: 'abc', id: grace.id });
    remove.last().answer();
    await idle();
    expect(read.calls).toHaveLength(2);
  });

  it('are invited in a form, and the list is read again', async () => {
    flow.send({ type: 'invitation.requested' });
    expect(selectInvitation(flow.getSnapshot())).toBeDefined();
    flow.send({ type: 'invitation.cancelled' });
    expect(selectInvitation(flow.getSnapshot())).toBeUndefined();
    expect(read.calls).toHaveLength(1);
    flow.send({ type: 'invitation.requested' });
    flow.send({ type: 'user.invited' });
    await idle();
    expect(read.calls).toHaveLength(2);
    expect(port.commands).toEqual([{ type: 'toast.requested', toast: { tone: 'success', title: 'Invitation sent' } }]);
  });

  it('are created in a form, which can be closed', () => {
    flow.send({ type: 'creation.requested' });
    expect(selectNewUser(flow.getSnapshot())).toBeDefined();
    flow.send({ type: 'creation.cancelled' });
    expect(selectNewUser(flow.getSnapshot())).toBeUndefined();
    expect(read.calls).toHaveLength(1);
  });
});
