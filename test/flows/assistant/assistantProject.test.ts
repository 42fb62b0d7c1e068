import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import { attachmentSchema } from '../../../src/contract/assistant/attachments.ts';
import type { Conversation, Question } from '../../../src/contract/assistant/conversation.ts';
import { assistantProjectMachine } from '../../../src/machines/assistant/assistantProject/assistantProject.machine.ts';
import {
  selectConversation,
  selectLocalFailure,
  selectTitle,
} from '../../../src/machines/assistant/assistantProject/assistantProject.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { asked, assistantProjectModel, messages, opened } from './assistantProject.model.ts';
import { conversationOf } from './conversationStore.model.ts';

coverChart(assistantProjectModel);

function started(conversation: Conversation | null = opened.conversation) {
  const world = new FakeWorld();
  const actor = createActor(world.withStubs(assistantProjectMachine), {
    input: { ref: 'abc', port: world.port, panel: world.port, now: () => 5, request: null },
  }).start();
  world.answer('loading', { ...opened, conversation });
  world.takeEffects();
  return { world, actor, held: () => selectConversation(actor.getSnapshot()) };
}

/** The specification: "AI assistant panel state" and "AI panel". */
describe('the state of the assistant panel', () => {
  it('is empty at first', () => {
    expect(started(null).held()).toMatchObject({
      messages: [],
      sqlSnippets: undefined,
      initialInput: '',
      suggestions: undefined,
      editor: null,
      content: '',
      entity: undefined,
      tables: [],
    });
  });

  it('clears its content when the entity changes', () => {
    const { actor, held } = started(conversationOf({ content: 'select 1', entity: { id: 'a' } }));
    actor.send({ type: 'state.updated', change: { entity: { id: 'a' }, initialInput: 'x' } });
    expect(held().content).toBe('select 1');
    actor.send({ type: 'state.updated', change: { entity: { id: 'b' } } });
    expect(held().content).toBe('');
  });

  it('takes the content that comes with another entity', () => {
    const { actor, held } = started(conversationOf({ content: 'select 1', entity: { id: 'a' } }));
    actor.send({ type: 'state.updated', change: { entity: { id: 'b' }, content: 'select 2' } });
    expect(held().content).toBe('select 2');
  });

  it('clears all content with a reset', () => {
    const { actor, held } = started(
      conversationOf({ id: 'c1', messages, content: 'select 1', entity: { id: 'a' }, initialInput: 'How' }),
    );
    actor.send({ type: 'state.reset' });
    expect(held()).toMatchObject({ id: 'c1', messages: [], content: '', entity: undefined, initialInput: '' });
  });

  it.each<EventFrom<typeof assistantProjectMachine>>([
    { type: 'state.reset' },
    { type: 'conversation.newRequested' },
    { type: 'conversation.branched', messageId: 'q' },
    { type: 'question.moved', id: 'q' },
    { type: 'deletion.confirmed' },
  ])('has no consent to tools that was given before: $type', (event) => {
    const { world, actor, held } = started(conversationOf({ messages, toolsAllowed: true }));
    actor.send(event);
    expect(held().toolsAllowed).toBe(false);
    expect(world.takeEffects()).toContainEqual({
      to: 'chat',
      event: expect.objectContaining({ type: 'messages.restored', toolsAllowed: false }),
    });
  });
});

describe('the conversations of a project', () => {
  it('opens with the last one, and its messages', () => {
    const { actor } = started();
    expect(selectTitle(actor.getSnapshot())).toBe('Orders');
  });

  it('keeps what the user has typed when a screen asks something', () => {
    const { actor, held } = started(conversationOf({ initialInput: 'My question' }));
    actor.send({ type: 'request.received', request: asked });
    expect(held()).toMatchObject({ initialInput: 'My question', attachments: asked.attachments });
  });

  it('keeps the typed question and what is attached when the entity changes', () => {
    const finding = { kind: 'finding', title: 'Unindexed key', detail: 'orders' } as const;
    const { world, actor, held } = started(conversationOf({ entity: { id: 'a' }, content: 'select 1' }));
    actor.send({ type: 'attachment.added', attachment: finding });
    actor.send({ type: 'state.updated', change: { initialInput: 'My question' } });
    world.takeEffects();
    actor.send({ type: 'request.received', request: { text: '', attachments: [], state: { entity: { id: 'b' } } } });
    expect(held()).toMatchObject({ content: '', initialInput: 'My question', attachments: [finding] });
    expect(world.takeEffects().map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'conversation.changed', conversation: held() }),
    );
  });

  it('attaches nothing twice', () => {
    const { actor, held } = started();
    for (const _ of [1, 2]) actor.send({ type: 'request.received', request: asked });
    actor.send({ type: 'attachment.added', attachment: asked.attachments[0]! });
    expect(held().attachments).toEqual(asked.attachments);
  });

  it('stores what is attached at once', () => {
    const { world, actor, held } = started();
    actor.send({ type: 'attachment.added', attachment: asked.attachments[0]! });
    expect(world.takeEffects()).toContainEqual({
      to: 'storage',
      event: expect.objectContaining({ type: 'conversation.changed', conversation: held() }),
    });
    expect(held().attachments).toEqual(asked.attachments);
  });

  it('keeps what screens ask while a conversation is read, and stores it', () => {
    const world = new FakeWorld();
    const actor = createActor(world.withStubs(assistantProjectMachine), {
      input: { ref: 'abc', port: world.port, panel: world.port, now: () => 5, request: asked },
    }).start();
    const log = { kind: 'log', line: 'ERROR' } as const;
    for (const _ of [1, 2])
      actor.send({ type: 'request.received', request: { text: 'And this?', attachments: [log], state: {} } });
    world.answer('loading', opened);
    expect(selectConversation(actor.getSnapshot())).toMatchObject({
      id: 'c1',
      initialInput: asked.text,
      attachments: [...asked.attachments, log],
    });
    expect(world.takeEffects().some(({ to }) => to === 'storage')).toBe(true);
    actor.send({ type: 'conversation.chosen', id: 'c2' });
    actor.send({ type: 'request.received', request: asked });
    world.answer('opening', conversationOf({ id: 'c2' }));
    expect(selectConversation(actor.getSnapshot())).toMatchObject({ id: 'c2', attachments: asked.attachments });
  });

  it('sends an edited question with its own attachments, and then has the draft of before back, also after a reload', () => {
    const orders = { kind: 'table', schema: 'public', name: 'orders' } as const;
    const log = { kind: 'log', line: 'ERROR' } as const;
    const [question, answer] = messages;
    const { world, actor, held } = started(
      conversationOf({
        messages: [{ ...(question as Question), attachments: [orders] }, answer!],
        initialInput: 'A draft',
        attachments: [log],
      }),
    );
    actor.send({ type: 'edit.begun', id: 'q' });
    expect(held()).toMatchObject({ initialInput: 'How many orders?', attachments: [orders] });
    actor.send({ type: 'attachment.removed', index: 0 });
    actor.send({ type: 'state.updated', change: { initialInput: 'How many users?' } });
    const again = started(held());
    again.actor.send({ type: 'edit.cancelled' });
    expect(again.held()).toMatchObject({ initialInput: 'A draft', attachments: [log], editing: null });
    world.takeEffects();
    actor.send({ type: 'question.sent' });
    expect(world.takeEffects()).toMatchObject([
      { event: { type: 'question.edited', id: 'q', question: { text: 'How many users?', attachments: [] } } },
    ]);
    actor.send({ type: 'question.taken' });
    expect(held()).toMatchObject({ initialInput: 'A draft', attachments: [log], editing: null });
  });

  it('moves a question, with what is attached to it and what is shared, into the field of a new conversation', () => {
    const orders = { kind: 'table', schema: 'public', name: 'orders' } as const;
    const { world, actor, held } = started(
      conversationOf({ messages: [{ ...(messages[0] as Question), attachments: [orders] }], level: 'data' }),
    );
    actor.send({ type: 'question.moved', id: 'q' });
    expect(held()).toMatchObject({
      messages: [],
      initialInput: 'How many orders?',
      attachments: [orders],
      level: 'data',
    });
    expect(held().id).not.toBe('c1');
    expect(world.takeEffects()).toContainEqual({
      to: 'storage',
      event: expect.objectContaining({ type: 'conversation.changed', conversation: held() }),
    });
  });

  it('tells the model of the table, the tables and the queries at hand, the entity first', () => {
    const table = (name: string) => ({ schema: 'public', name });
    const { world, actor } = started();
    actor.send({
      type: 'request.received',
      request: {
        text: '',
        attachments: [],
        state: {
          tables: [table('users'), table('orders')],
          entity: { id: 'table:public.orders' },
          content: 'select 1',
          sqlSnippets: ['select 1', 'select 2', ' '],
        },
      },
    });
    const screen = { tables: [table('orders'), table('users')], queries: ['select 1', 'select 2'] };
    expect(world.takeEffects()).toContainEqual({ to: 'chat', event: { type: 'screen.changed', screen } });
    actor.send({ type: 'state.updated', change: { initialInput: 'How many?' } });
    expect(world.takeEffects().some(({ event }) => event.type === 'screen.changed')).toBe(false);
    actor.send({ type: 'state.updated', change: { tables: [] } });
    expect(world.takeEffects()).toContainEqual({
      to: 'chat',
      event: { type: 'screen.changed', screen: { ...screen, tables: [] } },
    });
  });

  it('tells no query as being at hand that the next question carries for itself', () => {
    const long = `select '${'x'.repeat(assistantLimits.screenQueryChars)}'`;
    const { world, actor } = started(
      conversationOf({ messages, content: long, sqlSnippets: ['select 2'], initialInput: 'Why?' }),
    );
    const told = () =>
      world.takeEffects().flatMap(({ event }) => {
        const { screen } = event as { screen?: { queries: string[] } };
        return screen ? [screen.queries.map((sql) => sql.length)] : [];
      });
    const all = [assistantLimits.screenQueryChars, 'select 2'.length];
    actor.send({ type: 'attachment.added', attachment: { kind: 'query', sql: long } });
    expect(told()).toEqual([all.slice(1)]);
    actor.send({ type: 'edit.begun', id: 'q' });
    expect(told()).toEqual([all]);
    actor.send({ type: 'edit.cancelled' });
    expect(told()).toEqual([all.slice(1)]);
    actor.send({ type: 'question.sent' });
    expect(told()).toEqual([]);
    actor.send({ type: 'question.taken' });
    expect(told()).toEqual([all]);
    actor.send({ type: 'attachment.added', attachment: { kind: 'plan', sql: 'select 2', plan: 'Result' } });
    expect(told()).toEqual([all.slice(0, 1)]);
    actor.send({ type: 'attachment.removed', index: 0 });
    expect(told()).toEqual([all]);
  });

  it('applies what the user shares from now on to the questions of before', () => {
    const { world, actor } = started();
    actor.send({ type: 'level.chosen', level: 'none' });
    expect(world.takeEffects()).toContainEqual({ to: 'chat', event: { type: 'level.changed', level: 'none' } });
  });

  it('takes no more of a plan or its query than a message may carry', () => {
    const { actor, held } = started();
    const text = 'x'.repeat(assistantLimits.messageChars + 1);
    const plan = { kind: 'plan', sql: text, plan: text } as const;
    actor.send({ type: 'request.received', request: { text: '', attachments: [plan], state: {} } });
    expect(v.is(v.array(attachmentSchema), held().attachments)).toBe(true);
  });

  it('empties the field when the conversation has taken the question', () => {
    const { world, actor, held } = started(conversationOf({ initialInput: 'How many?' }));
    actor.send({ type: 'question.sent' });
    expect(held().initialInput).toBe('How many?');
    expect(world.takeEffects()).toMatchObject([
      { to: 'chat', event: { type: 'question.asked', question: { text: 'How many?' }, level: 'schema' } },
    ]);
    actor.send({ type: 'question.taken' });
    expect(held().initialInput).toBe('');
  });

  it('branches at a message into a conversation of its own', () => {
    const { actor, held } = started();
    actor.send({ type: 'conversation.branched', messageId: 'q' });
    expect(held()).toMatchObject({ name: 'Orders (branch)', messages: [messages[0]] });
    expect(held().id).not.toBe('c1');
  });

  it('never begins one under the id that a copy of a shared one has taken', () => {
    const { world, actor, held } = started();
    actor.send({ type: 'conversation.chosen', id: 'c2' });
    const { copyId } = world.inputOf('opening') as { copyId: string };
    world.answer('opening', conversationOf({ id: copyId, messages }));
    actor.send({ type: 'conversation.newRequested' });
    expect([held().messages, held().id === copyId]).toEqual([[], false]);
  });

  it('says why this browser does not store it, until it does', () => {
    const { actor } = started();
    actor.send({ type: 'local.failed', failure: { code: 'full', message: 'Full.' } });
    expect(selectLocalFailure(actor.getSnapshot())?.message).toBe('Full.');
    actor.send({ type: 'local.saved', revision: 1 });
    expect(selectLocalFailure(actor.getSnapshot())).toBeNull();
  });

  it('goes on without storage', () => {
    const world = new FakeWorld();
    const actor = createActor(world.withStubs(assistantProjectMachine), {
      input: { ref: 'abc', port: world.port, panel: world.port, now: () => 5, request: null },
    }).start();
    world.fail('loading', new Error('This browser has no storage.'));
    expect(actor.getSnapshot().matches({ loaded: 'chatting' })).toBe(true);
  });
});
