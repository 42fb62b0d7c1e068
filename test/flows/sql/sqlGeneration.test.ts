import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type EventObject } from 'xstate';
import type { AssistantStatus } from '../../../src/contract/assistant/assistantStatus.ts';
import type { AnswerFailure } from '../../../src/contract/assistant/conversation.ts';
import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import {
  sqlGenerationMachine,
  type GenerationReport,
  type SqlGenerationInput,
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
import { left as unreviewed, overloaded, sql, sqlGenerationModel, written } from './sqlGeneration.model.ts';

coverChart(sqlGenerationModel);

/** Opened on a query, with what an earlier visit left; without a model while it is not known which one answers. */
async function opened(left: GenerationDraft | null = null, model: AssistantStatus | null = status) {
  const load = held<GenerationDraft | null, SqlGenerationInput>();
  const kept = held<void, SqlGenerationInput & { draft: GenerationDraft }>();
  const read = held<AssistantStatus, { ref: string }>();
  const name = held<{ name: string; failure: AnswerFailure | null }, { ref: string; sql: string }>();
  const stream = heldSource<
    EventObject,
    GenerationReport,
    { ref: string; prompt: string; sql: string; level: string }
  >();
  const actor = createActor(
    sqlGenerationMachine.provide({
      actors: {
        loadDraft: load.logic,
        keepDraft: kept.logic,
        readStatus: read.logic,
        suggestName: name.logic,
        generateSql: stream.logic as never,
      },
    }),
    { input: { ref: 'abc', query: 'q1' } },
  ).start();
  load.last().answer(left);
  await waitFor(actor, (snapshot) => snapshot.matches('open'));
  if (model) {
    read.last().answer(model);
    await waitFor(actor, (snapshot) => snapshot.matches({ open: { status: 'known' } }));
  }
  const ask = (prompt: string) => {
    actor.send({ type: 'prompt.changed', prompt });
    actor.send({ type: 'generation.requested', sql });
  };
  return { actor, kept, read, name, stream, ask };
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

  it('holds a request until it is known which model answers', async () => {
    const { actor, read, stream, ask } = await opened(null, null);
    ask('Count the orders');
    expect([selectWork(actor.getSnapshot()), stream.inputs]).toEqual(['awaitingModel', []]);
    read.last().answer(status);
    await waitFor(actor, (snapshot) => selectWork(snapshot) === 'generating');
    expect(stream.inputs).toEqual([{ ref: 'abc', prompt: 'Count the orders', sql, level: 'schema' }]);
  });

  it('sends a held request to no one when there is no model, and keeps it', async () => {
    const { actor, read, stream, ask } = await opened(null, null);
    ask('Count the orders');
    read.last().answer({ ...status, configured: false });
    await waitFor(actor, (snapshot) => selectWork(snapshot) === 'asking');
    expect([selectPrompt(actor.getSnapshot()), stream.inputs]).toEqual(['Count the orders', []]);
    actor.send({ type: 'generation.requested', sql });
    expect(stream.inputs).toEqual([]);
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
    expect([selectPrompt(actor.getSnapshot()), selectGenerated(actor.getSnapshot())]).toEqual(['', '']);
    expect(stream.isRunning).toBe(false);
  });

  it('keeps what had come when the model fails, and says why', async () => {
    const { actor, stream, ask } = await opened();
    ask('Count the orders');
    stream.report({ type: 'sql.failed', generated: 'select count', failure: overloaded });
    expect(selectFailure(actor.getSnapshot())).toEqual(overloaded);
    expect(selectGenerated(actor.getSnapshot())).toBe('select count');
  });

  it('shows SQL of before a reload again, and says where it is not whole', async () => {
    expect(selectWork((await opened(unreviewed)).actor.getSnapshot())).toBe('reviewing');
    const { actor } = await opened({ ...unreviewed, isWhole: false });
    expect([selectWork(actor.getSnapshot()), selectGenerated(actor.getSnapshot())]).toEqual(['interrupted', written]);
  });

  it('stores SQL with whether it is whole', async () => {
    const { actor, kept, stream, ask } = await opened();
    const stored = () => kept.last().input.draft;
    ask('Count the orders');
    stream.report({ type: 'sql.failed', generated: 'select count', failure: overloaded });
    expect(stored()).toMatchObject({ generated: 'select count', isWhole: false });
    actor.send({ type: 'generation.requested', sql });
    stream.report({ type: 'sql.grown', generated: 'select' });
    actor.send({ type: 'generation.stopped' });
    expect(stored()).toMatchObject({ generated: 'select', isWhole: false });
    actor.send({ type: 'generation.requested', sql });
    stream.report({ type: 'sql.finished', generated: written });
    expect(stored()).toMatchObject({ generated: written, isWhole: true });
  });

  it('shares what the user chose before, also when they type before it is known which model answers', async () => {
    const { actor, read, stream, ask } = await opened({ ...unreviewed, generated: '', isWhole: false });
    actor.send({ type: 'status.requested' });
    actor.send({ type: 'prompt.changed', prompt: 'Count' });
    read.last().answer(status);
    ask('Count the orders');
    expect(stream.inputs).toEqual([{ ref: 'abc', prompt: 'Count the orders', sql, level: 'none' }]);
  });

  it('stores what was just typed when it is closed', async () => {
    const { actor, kept } = await opened();
    actor.send({ type: 'prompt.changed', prompt: 'Count' });
    expect(kept.calls).toEqual([]);
    actor.send({ type: 'generator.closed' });
    expect(kept.last().input).toMatchObject({ ref: 'abc', query: 'q1', draft: { prompt: 'Count' } });
  });

  it('names no query while there is SQL to decide about, and a missing name can be dismissed', async () => {
    const { actor, name } = await opened({ ...unreviewed, isWhole: false });
    actor.send({ type: 'name.requested', sql });
    expect([name.calls, selectGenerated(actor.getSnapshot())]).toEqual([[], written]);
    actor.send({ type: 'proposal.rejected' });
    actor.send({ type: 'name.requested', sql });
    name.last().answer({ name: 'orders: select', failure: overloaded });
    await waitFor(actor, (snapshot) => selectFailure(snapshot) !== null);
    actor.send({ type: 'proposal.rejected' });
    expect([selectFailure(actor.getSnapshot()), selectName(actor.getSnapshot())]).toEqual([null, 'orders: select']);
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
