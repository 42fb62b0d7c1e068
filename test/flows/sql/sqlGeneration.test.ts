import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type EventObject } from 'xstate';
import type { AnswerFailure } from '../../../src/contract/assistant/conversation.ts';
import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import {
  sqlGenerationMachine,
  type GenerationReport,
  type OpenedGeneration,
} from '../../../src/machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import {
  selectFailure,
  selectGenerated,
  selectName,
  selectPrompt,
  selectWork,
} from '../../../src/machines/sql/sqlGeneration/sqlGeneration.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { status } from '../assistant/assistantServices.model.ts';
import { overloaded, sql, sqlGenerationModel, written } from './sqlGeneration.model.ts';

coverChart(sqlGenerationModel);

/** Opened on a query, with what an earlier visit left. */
async function opened(left: GenerationDraft | null = null) {
  const opening = held<OpenedGeneration, { ref: string }>();
  const kept = held<void, { ref: string; draft: GenerationDraft }>();
  const name = held<{ name: string; failure: AnswerFailure | null }, { ref: string; sql: string }>();
  const stream = heldSource<
    EventObject,
    GenerationReport,
    { ref: string; prompt: string; sql: string; level: string }
  >();
  const actor = createActor(
    sqlGenerationMachine.provide({
      actors: {
        openGeneration: opening.logic,
        keepDraft: kept.logic,
        suggestName: name.logic,
        generateSql: stream.logic as never,
      },
    }),
    { input: { ref: 'abc', query: 'q1' } },
  ).start();
  opening.last().answer({ draft: left, status, failure: null });
  await waitFor(actor, (snapshot) => snapshot.matches('open'));
  const ask = (prompt: string) => {
    actor.send({ type: 'prompt.changed', prompt });
    actor.send({ type: 'generation.requested', sql });
  };
  return { actor, kept, name, stream, ask };
}

describe('generating SQL', () => {
  it('sends the request, the query and what is shared, and shows the SQL for review', async () => {
    const { actor, stream, ask } = await opened();
    ask('Count the orders');
    expect(stream.inputs).toEqual([{ ref: 'abc', prompt: 'Count the orders', sql, level: 'schema' }]);
    stream.report({ type: 'sql.grown', generated: 'select count' });
    expect(selectGenerated(actor.getSnapshot())).toBe('select count');
    stream.report({ type: 'sql.finished', generated: written });
    expect(selectWork(actor.getSnapshot())).toBe('reviewing');
  });

  it('shares less when the user chooses so', async () => {
    const { actor, stream, ask } = await opened();
    actor.send({ type: 'level.chosen', level: 'none' });
    ask('Count the orders');
    expect(stream.inputs[0]?.level).toBe('none');
  });

  it('keeps the request when the SQL is rejected, and clears it when it is accepted', async () => {
    const { actor, stream, ask } = await opened();
    ask('Count the orders');
    stream.report({ type: 'sql.finished', generated: written });
    actor.send({ type: 'proposal.rejected' });
    expect([selectPrompt(actor.getSnapshot()), selectGenerated(actor.getSnapshot())]).toEqual(['Count the orders', '']);
    ask('Count the orders of today');
    stream.report({ type: 'sql.finished', generated: written });
    actor.send({ type: 'proposal.accepted' });
    expect(selectPrompt(actor.getSnapshot())).toBe('');
  });

  it('keeps what had come when the model fails, and says why', async () => {
    const { actor, stream, ask } = await opened();
    ask('Count the orders');
    stream.report({ type: 'sql.failed', generated: 'select count', failure: overloaded });
    expect(selectFailure(actor.getSnapshot())).toEqual(overloaded);
    expect(selectGenerated(actor.getSnapshot())).toBe('select count');
  });

  it('shows SQL of before a reload again, for the query that it was written for', async () => {
    const left = { query: 'q1', prompt: 'Count', level: 'schema', generated: written } as const;
    expect(selectWork((await opened(left)).actor.getSnapshot())).toBe('reviewing');
    const { actor } = await opened({ ...left, query: 'q2' });
    expect([selectWork(actor.getSnapshot()), selectPrompt(actor.getSnapshot())]).toEqual(['asking', 'Count']);
  });

  it('suggests a name, which the user takes or not', async () => {
    const { actor, name } = await opened();
    actor.send({ type: 'name.requested', sql });
    expect(name.last().input).toEqual({ ref: 'abc', sql });
    name.last().answer({ name: 'Orders in all', failure: null });
    await waitFor(actor, (snapshot) => selectName(snapshot) !== null);
    expect(selectName(actor.getSnapshot())).toBe('Orders in all');
    actor.send({ type: 'name.settled' });
    expect(selectName(actor.getSnapshot())).toBeNull();
  });
});
