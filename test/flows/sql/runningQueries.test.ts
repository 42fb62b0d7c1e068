import { expect, it } from 'vitest';
import { createActor, SimulatedClock, waitFor, type EventObject } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { readBackoffMaxMs } from '../../../src/contract/common/timing.ts';
import { sqlTiming } from '../../../src/contract/sql/sqlEditor.ts';
import {
  runningQueriesMachine,
  type RunningQueries,
} from '../../../src/machines/sql/runningQueries/runningQueries.machine.ts';
import { selectRunningQueries } from '../../../src/machines/sql/runningQueries/runningQueries.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { runningQueriesModel } from './runningQueries.model.ts';

coverChart(runningQueriesModel);

function started() {
  const runs = heldSource<EventObject, { type: 'runs.changed' }, { ref: string }>();
  const running = held<RunningQueries, { ref: string }>();
  const clock = new SimulatedClock();
  const actor = createActor(
    runningQueriesMachine.provide({ actors: { watchRuns: runs.logic, readRunning: running.logic } }),
    { input: { ref: 'abc' }, clock },
  ).start();
  const answer = async (queries: string[], state: 'waiting' | 'settled') => {
    running.last().answer({ queries, mayChange: state === 'waiting' });
    await waitFor(actor, (snapshot) => snapshot.matches(state));
  };
  const fail = async (code: number, state: 'backingOff' | 'settled') => {
    running.last().fail(new FailureError({ code, message: 'It failed.' }));
    await waitFor(actor, (snapshot) => snapshot.matches(state));
  };
  return { runs, running, clock, answer, fail, marked: () => selectRunningQueries(actor.getSnapshot()) };
}

it('marks queries that run until they have ended', async () => {
  const { running, clock, answer, marked } = started();
  await answer(['q2', 'q3'], 'waiting');
  expect(marked()).toEqual(['q2', 'q3']);
  clock.increment(sqlTiming.runningPollMs);
  await answer(['q3'], 'waiting');
  expect(marked()).toEqual(['q3']);
  clock.increment(sqlTiming.runningPollMs);
  await answer([], 'settled');
  expect(marked()).toEqual([]);
  clock.increment(sqlTiming.runningPollMs);
  expect(running.calls).toHaveLength(3);
});

it('asks again when another tab runs a query', async () => {
  const { runs, running, answer, marked } = started();
  await answer([], 'settled');
  runs.report({ type: 'runs.changed' });
  expect(running.calls).toHaveLength(2);
  await answer(['q2'], 'waiting');
  expect(marked()).toEqual(['q2']);
});

it('keeps the marks when one answer is lost, and drops them when the next one is lost, too', async () => {
  const { clock, answer, fail, marked } = started();
  await answer(['q2'], 'waiting');
  clock.increment(sqlTiming.runningPollMs);
  await fail(500, 'backingOff');
  expect(marked()).toEqual(['q2']);
  clock.increment(sqlTiming.runningPollMs);
  await answer(['q2'], 'waiting');
  clock.increment(sqlTiming.runningPollMs);
  await fail(500, 'backingOff');
  expect(marked()).toEqual(['q2']);
  clock.increment(sqlTiming.runningPollMs);
  await fail(500, 'backingOff');
  expect(marked()).toEqual([]);
});

it.each([500, 408, 429])('asks ever less often while the answer is %i', async (code) => {
  const { running, clock, answer, fail } = started();
  const { runningPollMs } = sqlTiming;
  for (const pause of [1, 2, 4, 8].map((times) => times * runningPollMs).concat(readBackoffMaxMs, readBackoffMaxMs)) {
    await fail(code, 'backingOff');
    const { length } = running.calls;
    clock.increment(pause - 1);
    expect(running.calls).toHaveLength(length);
    clock.increment(1);
    expect(running.calls).toHaveLength(length + 1);
  }
  await answer(['q2'], 'waiting');
  const { length } = running.calls;
  clock.increment(runningPollMs);
  expect(running.calls).toHaveLength(length + 1);
});

it.each([400, 401, 403, 404])('marks nothing and asks no more after a %i, until a run changes', async (code) => {
  const { runs, running, clock, answer, fail, marked } = started();
  await answer(['q2'], 'waiting');
  clock.increment(sqlTiming.runningPollMs);
  await fail(code, 'settled');
  expect(marked()).toEqual([]);
  clock.increment(10 * readBackoffMaxMs);
  expect(running.calls).toHaveLength(2);
  runs.report({ type: 'runs.changed' });
  await answer(['q2'], 'waiting');
  expect(marked()).toEqual(['q2']);
});
