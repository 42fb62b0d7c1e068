import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import { attachmentSchema } from '../../../src/contract/assistant/attachments.ts';
import type { Conversation } from '../../../src/contract/assistant/conversation.ts';
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
