import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import {
  blockRunMachine,
  type BlockOutcome,
  type StatementCheck,
} from '../../../src/machines/assistant/blockRun/blockRun.machine.ts';
import { selectAskedBlock, selectOutcomes } from '../../../src/machines/assistant/blockRun/blockRun.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { block, blockRunModel, done, titles } from './blockRun.model.ts';

coverChart(blockRunModel);

describe('running the SQL of an answer', () => {
  function started() {
    const check = held<StatementCheck, { ref: string; sql: string }>();
    const run = held<
      Extract<BlockOutcome, { kind: 'done' }>,
      { ref: string; sql: string; key: string; readOnly: boolean; titles: readonly string[] }
    >();
    const actor = createActor(
      blockRunMachine.provide({ actors: { checkStatement: check.logic, runBlock: run.logic } }),
      { input: { ref: 'abc' } },
    ).start();
    actor.send({ type: 'run.requested', block });
    return { actor, check, run };
  }

  it('asks for confirmation when the statement writes', async () => {
    const { actor, check, run } = started();
    check.last().answer({ writes: true, reason: 'It deletes rows.', titles });
    await waitFor(actor, (snapshot) => selectAskedBlock(snapshot) !== null);
    expect(run.calls).toEqual([]);
    actor.send({ type: 'run.confirmed' });
    expect(run.calls.length).toBe(1);
  });

  it('runs a statement that only reads without a question', async () => {
    const { actor, check, run } = started();
    check.last().answer({ writes: false, reason: null, titles });
    await waitFor(actor, (snapshot) => snapshot.matches('running'));
    expect(run.last().input.titles).toEqual(titles);
    run.last().answer(done);
    await waitFor(actor, (snapshot) => snapshot.matches('idle'));
    expect(selectOutcomes(actor.getSnapshot())).toEqual({ [block.key]: done });
  });

  it('stops the run when the user cancels it', async () => {
    const { actor, check, run } = started();
    check.last().answer({ writes: false, reason: null, titles });
    await waitFor(actor, (snapshot) => snapshot.matches('running'));
    actor.send({ type: 'run.cancelled' });
    expect(run.last().signal.aborted).toBe(true);
  });
});
