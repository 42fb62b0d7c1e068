import { expect, it } from 'vitest';
import { createActor, SimulatedClock, waitFor, type EventObject } from 'xstate';
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
  return { runs, running, clock, answer, marked: () => selectRunningQueries(actor.getSnapshot()) };
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
