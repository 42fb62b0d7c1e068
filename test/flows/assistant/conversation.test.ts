import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import type { Message, ToolCall } from '../../../src/contract/assistant/conversation.ts';
import {
  answerRounds,
  conversationMachine,
  toolRounds,
  type AnswerReport,
  type AnswerRequest,
  type ConversationReport,
  type StreamCommand,
  type ToolOutcome,
} from '../../../src/machines/assistant/conversation/conversation.machine.ts';
import {
  selectAskedCall,
  selectAskedCount,
  selectAskedNumber,
  selectCanContinue,
  selectCanRetry,
  selectIsReady,
  selectLastQuestionId,
  selectMessages,
  selectUsage,
} from '../../../src/machines/assistant/conversation/conversation.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import {
  answerOf,
  call,
  conversationModel,
  nothingAtHand,
  questionOf,
  rateLimited,
  restored,
} from './conversation.model.ts';

coverChart(conversationModel);

const orders = { kind: 'table', schema: 'public', name: 'orders' } as const;

function started(messages: readonly Message[] = [], toolsAllowed = false) {
  const stream = heldSource<StreamCommand, AnswerReport, AnswerRequest>();
  const tool = held<ToolOutcome, { ref: string; level: ContextLevel; call: ToolCall }>();
  const reports: ConversationReport[] = [];
  const actor = createActor(
    conversationMachine.provide({ actors: { streamAnswer: stream.logic, runTool: tool.logic } }),
    {
      input: {
        ref: 'abc',
        seed: 's',
        now: () => 0,
        port: createPort((report) => reports.push(report as ConversationReport)),
      },
    },
  ).start();
  actor.send(restored(messages, toolsAllowed));
  const ask = (text: string) =>
    actor.send({ type: 'question.asked', question: { text, attachments: [] }, level: 'schema' });
  return {
    actor,
    stream,
    tool,
    reports,
    ask,
    texts: () => selectMessages(actor.getSnapshot()).map(({ text }) => text),
  };
}

/** Asked, and the model wants a tool. */
function asking(toolsAllowed = false) {
  const conversation = started([], toolsAllowed);
  conversation.ask('Which tables are there?');
  conversation.stream.report({ type: 'tool.called', call });
  conversation.stream.report({ type: 'answer.finished', text: 'Let me look.', reason: 'calls' });
  return conversation;
}

describe('a conversation', () => {
  it('keeps the part of an answer that came before it failed, and goes on with another try', () => {
    const { actor, stream, ask, texts } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.grown', text: 'There are' });
    stream.report({ type: 'answer.failed', text: 'There are about', failure: rateLimited });
    expect(texts()).toEqual(['How many orders?', 'There are about']);
    expect(selectCanRetry(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'answer.retried' });
    stream.report({ type: 'answer.finished', text: 'There are 3.', reason: 'complete' });
    expect(texts()).toEqual(['How many orders?', 'There are about', 'There are 3.']);
  });

  it('has its first words stored, which may be the last before a reload', () => {
    const { stream, ask, reports } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.grown', text: 'There' });
    expect(reports.at(-1)).toMatchObject({ messages: [{}, { text: 'There', ending: 'open' }] });
  });

  it('stops at once, with all that had come', () => {
    const { actor, stream, ask, texts } = started();
    stream.onTold(() => stream.report({ type: 'answer.cut', text: 'There are as many as' }));
    ask('How many orders?');
    stream.report({ type: 'answer.grown', text: 'There' });
    actor.send({ type: 'stop.requested' });
    expect(stream.isRunning).toBe(false);
    expect(texts()).toEqual(['How many orders?', 'There are as many as']);
    expect(selectIsReady(actor.getSnapshot())).toBe(true);
  });

  it('asks for the rest of an answer that is not whole, and keeps what is in the field', () => {
    const { actor, stream, ask, texts, reports } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.finished', text: 'There are as', reason: 'length' });
    actor.send({ type: 'answer.continued' });
    expect(texts()).toEqual(['How many orders?', 'There are as', expect.stringContaining('Continue'), '']);
    expect(selectMessages(actor.getSnapshot())[2]).toMatchObject({ continues: true });
    expect(selectLastQuestionId(actor.getSnapshot())).toBe(selectMessages(actor.getSnapshot())[0]?.id);
    expect(stream.inputs.at(-1)?.messages.map(({ text }) => text)).toContain('There are as');
    expect(reports.filter(({ type }) => type === 'question.taken').length).toBe(1);
  });

  it('keeps an answer that failed before its first word, with its failure, when the next question is asked', () => {
    const { actor, stream, ask } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.failed', text: '', failure: rateLimited });
    ask('How many users?');
    expect(selectMessages(actor.getSnapshot())).toMatchObject([
      { text: 'How many orders?' },
      { ending: 'failed', failure: rateLimited },
      { text: 'How many users?' },
      { ending: 'open' },
    ]);
  });

  it('tells the model what the user has at hand when it asks, also with another try', () => {
    const { actor, stream, ask } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.failed', text: '', failure: rateLimited });
    const screen = { tables: [{ schema: 'public', name: 'orders' }], queries: [] };
    actor.send({ type: 'screen.changed', screen });
    actor.send({ type: 'answer.retried' });
    expect(stream.inputs.map((input) => input.screen)).toEqual([nothingAtHand, screen]);
  });

  it('shares no more with another try than the user chose meanwhile', () => {
    const { actor, stream, ask } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.failed', text: '', failure: rateLimited });
    actor.send({ type: 'level.changed', level: 'none' });
    actor.send({ type: 'answer.retried' });
    expect(stream.inputs.map(({ level }) => level)).toEqual(['schema', 'none']);
  });

  it('asks a question again in other words and with other attachments, without what followed it', () => {
    const { actor, stream, ask, texts } = started();
    ask('How many orders?');
    stream.report({ type: 'answer.finished', text: '3', reason: 'complete' });
    const [question] = selectMessages(actor.getSnapshot());
    actor.send({
      type: 'question.edited',
      id: question!.id,
      question: { text: 'How many users?', attachments: [orders] },
    });
    expect(texts()).toEqual(['How many users?', '']);
    expect(stream.inputs.at(-1)?.messages).toMatchObject([{ attachments: [orders] }]);
  });

  it('takes a question only when it can ask it, and says so', () => {
    const { ask, reports } = started();
    ask('First');
    ask('Second');
    expect(reports.filter(({ type }) => type === 'question.taken').length).toBe(1);
  });

  it('counts what the last request took of the context, and all of them together', () => {
    const { actor } = started([
      questionOf('q', 'a'),
      answerOf('a', { usage: { inputTokens: 5, outputTokens: 2 } }),
      answerOf('b', { usage: { inputTokens: 7, outputTokens: 3 } }),
    ]);
    expect(selectUsage(actor.getSnapshot())).toEqual({ last: 10, all: 17 });
  });
});

describe('a tool that the model asks for', () => {
  it('needs consent, shown with its exact arguments', () => {
    const { actor, tool } = asking();
    expect(selectAskedCall(actor.getSnapshot())).toMatchObject(call);
    expect(tool.calls).toEqual([]);
    actor.send({ type: 'call.allowed', always: false });
    expect(tool.last().input.call).toMatchObject(call);
  });

  it('is told to the model as refused when the user refuses it', () => {
    const { actor, stream, tool } = asking();
    actor.send({ type: 'call.refused', all: false });
    expect(tool.calls).toEqual([]);
    expect(stream.inputs.at(-1)?.messages.at(-1)).toMatchObject({ calls: [{ state: 'refused' }] });
  });

  it('is known as rejected where the server says that it would write', async () => {
    const { actor, tool } = asking();
    actor.send({ type: 'call.allowed', always: false });
    tool.last().answer({ outcome: 'rejected', text: '{"type":"error"}' });
    await waitFor(actor, (snapshot) => snapshot.matches('answering'));
    expect(selectMessages(actor.getSnapshot()).at(-2)).toMatchObject({ calls: [{ state: 'rejected' }] });
  });

  it('runs without another question once the user allowed all of the conversation', async () => {
    const { actor, stream, tool } = asking();
    actor.send({ type: 'call.allowed', always: true });
    tool.last().answer({ outcome: 'done', text: '[]' });
    await waitFor(actor, (snapshot) => snapshot.matches('answering'));
    stream.report({ type: 'tool.called', call: { ...call, id: 'k2' } });
    stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    expect(tool.calls.length).toBe(2);
    expect(selectAskedCall(actor.getSnapshot())).toBeNull();
  });

  it('is asked about again when the user withdraws the consent to all', () => {
    const { actor, reports, stream, ask } = started([], true);
    actor.send({ type: 'consent.withdrawn' });
    expect(reports.at(-1)).toMatchObject({ toolsAllowed: false });
    ask('Which tables are there?');
    stream.report({ type: 'tool.called', call });
    stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    expect(selectAskedCall(actor.getSnapshot())).toMatchObject(call);
  });

  it('is asked about again after many answers in a row that want tools', async () => {
    const { actor, stream, tool } = asking(true);
    for (let round = 1; round < toolRounds; round++) {
      tool.last().answer({ outcome: 'done', text: '[]' });
      await waitFor(actor, (snapshot) => snapshot.matches('answering'));
      stream.report({ type: 'tool.called', call: { ...call, id: `k${round}` } });
      stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    }
    expect(selectAskedCall(actor.getSnapshot())).not.toBeNull();
  });

  it('is not asked about where it cannot run, and the model reads why', () => {
    const { actor, stream, ask, tool } = started();
    ask('Drop everything');
    stream.report({ type: 'tool.called', call: { ...call, problem: 'There is no such tool.' } });
    stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    expect(selectAskedCall(actor.getSnapshot())).toBeNull();
    expect(tool.calls).toEqual([]);
    expect(stream.inputs.at(-1)?.messages.at(-1)).toMatchObject({ calls: [{ text: 'There is no such tool.' }] });
  });

  it('does not go on without end', () => {
    const { actor, stream, ask } = started();
    ask('Drop everything');
    for (let round = 0; round < answerRounds; round++) {
      stream.report({ type: 'tool.called', call: { ...call, problem: 'There is no such tool.' } });
      stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    }
    expect(stream.inputs.length).toBe(answerRounds);
    expect(selectIsReady(actor.getSnapshot())).toBe(true);
  });

  it('is one of several, each of which needs consent', async () => {
    const { actor, stream, ask, tool } = started();
    ask('Compare the tables');
    stream.report({ type: 'tool.called', call });
    stream.report({ type: 'tool.called', call: { ...call, id: 'k2', name: 'run_query' } });
    stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    actor.send({ type: 'call.allowed', always: false });
    tool.last().answer({ outcome: 'done', text: '[]' });
    await waitFor(actor, (snapshot) => snapshot.matches('awaitingConsent'));
    expect(selectAskedCall(actor.getSnapshot())?.name).toBe('run_query');
  });

  it('is counted among those that are asked for, all of which can be refused at once', () => {
    const { actor, stream, ask, tool } = started();
    ask('Compare the tables');
    stream.report({ type: 'tool.called', call: { ...call, id: 'k0', problem: 'There is no such tool.' } });
    for (const id of ['k1', 'k2', 'k3']) stream.report({ type: 'tool.called', call: { ...call, id } });
    stream.report({ type: 'answer.finished', text: '', reason: 'calls' });
    actor.send({ type: 'call.refused', all: false });
    expect([selectAskedNumber(actor.getSnapshot()), selectAskedCount(actor.getSnapshot())]).toEqual([2, 3]);
    actor.send({ type: 'call.refused', all: true });
    expect(tool.calls).toEqual([]);
    expect(stream.inputs.at(-1)?.messages.at(-1)).toMatchObject({
      calls: [{ state: 'failed' }, { state: 'refused' }, { state: 'refused' }, { state: 'refused' }],
    });
  });
});

describe('after a reload', () => {
  it('has the part of an answer that had come, says that it was interrupted, and offers the rest or another try', () => {
    const { actor, texts } = started([questionOf('q', 'How many?'), answerOf('a', { text: 'There', ending: 'open' })]);
    expect(texts()).toEqual(['How many?', 'There']);
    expect(selectMessages(actor.getSnapshot()).at(-1)).toMatchObject({ ending: 'interrupted', failure: null });
    expect(selectCanRetry(actor.getSnapshot())).toBe(true);
    expect(selectCanContinue(actor.getSnapshot())).toBe(true);
  });

  it('asks again about a tool that may not have run, and not about one that has', () => {
    const { actor, tool } = started([
      questionOf('q', 'How many?'),
      answerOf('a', {
        ending: 'calls',
        calls: [
          { ...call, id: 'k0', state: 'done', text: '[]' },
          { ...call, state: 'allowed', text: null },
        ],
      }),
    ]);
    expect(selectAskedCall(actor.getSnapshot())).toEqual({ ...call, state: 'asked', text: null });
    expect([selectAskedNumber(actor.getSnapshot()), selectAskedCount(actor.getSnapshot())]).toEqual([2, 2]);
    expect(tool.calls).toEqual([]);
  });

  it.each([
    [
      'failed',
      'where the answer had failed',
      [questionOf('q', 'a'), answerOf('a', { ending: 'failed', failure: rateLimited })],
    ],
    ['stopped', 'where the user had stopped it', [questionOf('q', 'a'), answerOf('a', { ending: 'stopped' })]],
    ['stopped', 'where the question had no answer', [questionOf('q', 'a')]],
    ['idle', 'where the answer was complete', [questionOf('q', 'a'), answerOf('a')]],
  ] as const)('is %s %s', (state, _where, messages) => {
    expect(started(messages).actor.getSnapshot().matches({ ready: state })).toBe(true);
  });
});
