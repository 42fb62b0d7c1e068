import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import type { LogPage } from '../../../src/contract/logs/logLine.ts';
import { logTiming } from '../../../src/contract/logs/logTiming.ts';
import { logViewIn, type LogView } from '../../../src/contract/logs/logView.ts';
import {
  projectLogsMachine,
  type LogAddressChanged,
  type LogPageRequest,
  type LogViewChosen,
  type SightChanged,
} from '../../../src/machines/logs/projectLogs/projectLogs.machine.ts';
import {
  selectHasFailed,
  selectIsFollowing,
  selectIsPaused,
  selectIsReading,
  selectIsReadingMore,
  selectLines,
} from '../../../src/machines/logs/projectLogs/projectLogs.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { fullPage, lastPage, projectLogsModel, refused } from './projectLogs.model.ts';

coverChart(projectLogsModel);

describe('the logs of a project', () => {
  let clock: SteppedClock;
  let read: ReturnType<typeof held<LogPage, LogPageRequest>>;
  let written: LogViewChosen[];
  let goBack: (view: LogView) => void;
  let see: (seen: SightChanged['type']) => void;
  let flow: Actor<typeof projectLogsMachine>;
  const ready = () => waitFor(flow, (snapshot) => snapshot.matches({ list: 'ready' }));
  const asked = () => read.last().input;

  beforeEach(async () => {
    clock = new SteppedClock();
    read = held();
    written = [];
    flow = createActor(
      projectLogsMachine.provide({
        actors: {
          readLogs: read.logic,
          keepAddress: fromCallback<LogViewChosen, { ref: string; view: LogView }>(({ sendBack, receive }) => {
            receive((chosen) => written.push(chosen));
            goBack = (view) => sendBack({ type: 'address.changed', view } satisfies LogAddressChanged);
          }),
          watchSight: fromCallback(({ sendBack }) => {
            see = (type) => sendBack({ type } satisfies SightChanged);
          }),
        },
      }),
      { clock, input: { ...screenInput({ query: { source: 'auth_logs', range: 'ever' } }), params: { ref: 'abc' } } },
    ).start();
    expect(asked()).toEqual({ ref: 'abc', view: logViewIn({ source: 'auth_logs' }), before: null });
    read.last().answer(fullPage);
    await ready();
  });

  it('shows the longest range that is kept, and says so in the address', async () => {
    flow.send({ type: 'view.changed', view: { ...logViewIn({}), range: '30d' } });
    read.last().answer({ ...lastPage, range: '24h' });
    await ready();
    expect(written.at(-1)).toEqual({ type: 'view.chosen', view: logViewIn({}), replace: true });
  });

  it('are those that the address asks for, page by page', async () => {
    flow.send({ type: 'more.requested' });
    expect(selectIsReadingMore(flow.getSnapshot())).toBe(true);
    expect(asked().before).toBe(fullPage.next);
    read.last().answer({ ...lastPage, points: null });
    await ready();
    expect(selectLines(flow.getSnapshot())).toEqual([...fullPage.lines, ...lastPage.lines]);
    expect(flow.getSnapshot().context.page?.points).toEqual(fullPage.points);
    flow.send({ type: 'more.requested' });
    expect(read.calls).toHaveLength(2);
  });

  it('are filtered in a new entry of the history, and searched in the same one when the user pauses', () => {
    const view = { ...logViewIn({ source: 'auth_logs' }), level: 'error' as const };
    flow.send({ type: 'view.changed', view });
    expect(asked().view).toEqual(view);
    for (const search of ['t', 'to']) {
      flow.send({ type: 'search.typed', search });
      clock.increment(logTiming.debounceMs - 1);
    }
    expect(selectIsReading(flow.getSnapshot())).toBe(true);
    expect(read.calls).toHaveLength(2);
    clock.increment(1);
    expect(asked().view).toEqual({ ...view, search: 'to' });
    expect(written).toEqual([
      { type: 'view.chosen', view, replace: false },
      { type: 'view.chosen', view: { ...view, search: 'to' }, replace: true },
    ]);
  });

  it('are searched at once when they are read again before the pause is over', () => {
    flow.send({ type: 'search.typed', search: 'to' });
    flow.send({ type: 'list.reloaded' });
    const view = { ...logViewIn({ source: 'auth_logs' }), search: 'to' };
    expect([asked().view, written]).toEqual([view, [{ type: 'view.chosen', view, replace: true }]]);
  });

  it('are followed by older ones that are asked for while the newest are read', async () => {
    flow.send({ type: 'tail.toggled' });
    flow.send({ type: 'more.requested' });
    expect(asked().before).toBe(fullPage.next);
    read.last().answer({ ...lastPage, points: null });
    await ready();
    expect(selectLines(flow.getSnapshot())).toEqual([...fullPage.lines, ...lastPage.lines]);
  });

  it('end now where the address has a year that the server does not take', () => {
    expect(logViewIn({ to: '99999-01-01' }).to).toBeNull();
  });

  it('follow the address when the user goes back', () => {
    goBack(logViewIn({}));
    expect(asked().view).toEqual(logViewIn({}));
  });

  it('say why they could not be read', async () => {
    flow.send({ type: 'list.reloaded' });
    read.last().fail(refusal);
    await waitFor(flow, selectHasFailed);
    flow.send({ type: 'list.reloaded' });
    expect(read.calls).toHaveLength(3);
  });

  it('are read again while they are followed, also after a failure, and not out of sight', async () => {
    flow.send({ type: 'tail.toggled' });
    expect(read.calls).toHaveLength(2);
    read.last().fail(refusal);
    await ready();
    expect(flow.getSnapshot().context.failure).not.toBeNull();
    expect(selectLines(flow.getSnapshot())).toHaveLength(2);
    clock.increment(logTiming.tailMs);
    read.last().answer({ ...lastPage, lines: [] });
    await ready();
    expect([selectLines(flow.getSnapshot()).length, flow.getSnapshot().context.failure]).toEqual([0, null]);
    see('page.hidden');
    clock.increment(10 * logTiming.tailMs);
    expect(read.calls).toHaveLength(3);
    see('page.shown');
    expect(read.calls).toHaveLength(4);
    flow.send({ type: 'tail.toggled' });
    expect(selectIsFollowing(flow.getSnapshot())).toBe(false);
  });

  it('do not move under a user who reads a line or older pages, or the past', async () => {
    flow.send({ type: 'line.opened', line: refused });
    flow.send({ type: 'tail.toggled' });
    clock.increment(3 * logTiming.tailMs);
    expect([read.calls.length, selectIsPaused(flow.getSnapshot())]).toEqual([1, true]);
    flow.send({ type: 'line.closed' });
    expect(selectIsPaused(flow.getSnapshot())).toBe(false);
    clock.increment(logTiming.tailMs);
    expect(read.calls).toHaveLength(2);
    read.last().answer(fullPage);
    await ready();
    flow.send({ type: 'more.requested' });
    read.last().answer(lastPage);
    await ready();
    clock.increment(3 * logTiming.tailMs);
    expect([read.calls.length, selectIsPaused(flow.getSnapshot())]).toEqual([3, true]);
    flow.send({ type: 'view.changed', view: { ...logViewIn({}), range: '1h', to: '2026-11-20T12:00:00.000Z' } });
    read.last().answer(lastPage);
    await ready();
    clock.increment(3 * logTiming.tailMs);
    expect([read.calls.length, selectIsPaused(flow.getSnapshot())]).toEqual([4, true]);
  });
});
