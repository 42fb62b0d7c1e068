import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { sqlRemedyMachine, type ApplyInput } from '../../../src/machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import {
  selectCanCancelRemedy,
  selectRemedy,
  selectRemedyFailure,
  selectRemedyPhase,
} from '../../../src/machines/sql/sqlRemedy/sqlRemedy.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { closing, closingBefore, denied, offline, sqlRemedyModel, stopped } from './sqlRemedy.model.ts';

coverChart(sqlRemedyModel);

function begun() {
  const apply = held<void, ApplyInput>();
  const cancel = held<void, { ref: string; id: string }>();
  const port = recordingPort();
  const actor = createActor(
    sqlRemedyMachine.provide({ actors: { applyRemedy: apply.logic, cancelRemedy: cancel.logic } }),
    { input: { ref: 'abc', remedy: closing, port } },
  ).start();
  const reaches = (phase: ReturnType<typeof selectRemedyPhase>) =>
    waitFor(actor, (snapshot) => selectRemedyPhase(snapshot) === phase);
  const accepts = () => apply.last().input.report.send({ type: 'application.accepted', id: 'run-9' });
  return { apply, cancel, port, actor, reaches, accepts, failure: () => selectRemedyFailure(actor.getSnapshot()) };
}

describe('a remedy', () => {
  it('is applied at once with the time limit of its run, and has what it changed read again', async () => {
    const { apply, port, reaches } = begun();
    expect(apply.last().input).toMatchObject({ ref: 'abc', sql: 'close products', timeLimitMs: 60_000 });
    expect(port.commands).toEqual([]);
    apply.last().answer();
    await reaches('applied');
    expect(port.commands).toMatchObject([
      { type: 'resource.changed', names: ['queryHistory', 'tables', 'catalog', 'advisors'] },
    ]);
  });

  it('that fails says why, and can be applied again', async () => {
    const { actor, apply, reaches, failure } = begun();
    apply.last().fail(denied);
    await reaches('failed');
    expect(failure()).toMatchObject({ code: '42501', message: 'must be owner of table products' });
    actor.send({ type: 'remedy.requested', remedy: closing });
    expect(failure()).toBeNull();
    apply.last().answer();
    await reaches('applied');
  });

  it('can be cancelled once the server has it, and is then offered again', async () => {
    const { actor, apply, cancel, accepts, reaches, failure } = begun();
    actor.send({ type: 'remedy.cancelled' });
    expect(cancel.calls).toHaveLength(0);
    accepts();
    expect(selectCanCancelRemedy(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'remedy.cancelled' });
    expect(cancel.last().input).toEqual({ ref: 'abc', id: 'run-9' });
    cancel.last().answer();
    apply.last().fail(stopped);
    await reaches('offered');
    expect(failure()).toBeNull();
  });

  it('goes on where it could not be cancelled', async () => {
    const { actor, apply, cancel, accepts, reaches, failure } = begun();
    accepts();
    actor.send({ type: 'remedy.cancelled' });
    cancel.last().fail(offline);
    await waitFor(actor, selectCanCancelRemedy);
    expect(failure()?.message).toBe('The server is unreachable.');
    apply.last().answer();
    await reaches('applied');
  });

  it('that ran into its time limit has failed', async () => {
    const { apply, accepts, reaches, failure } = begun();
    accepts();
    apply.last().fail(stopped);
    await reaches('failed');
    expect(failure()?.code).toBe('57014');
  });

  it('waits for the one before it', async () => {
    const { actor, apply, reaches } = begun();
    actor.send({ type: 'remedy.requested', remedy: closingBefore });
    expect(apply.calls).toHaveLength(1);
    apply.last().answer();
    await reaches('applied');
    actor.send({ type: 'remedy.requested', remedy: closingBefore });
    expect(selectRemedy(actor.getSnapshot())).toEqual(closingBefore);
    expect(apply.calls).toHaveLength(2);
  });
});
