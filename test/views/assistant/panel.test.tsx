/** What a user notices in the panel beside what its charts say: where the keyboard is, what is shared, what helps. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useRef, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Conversation, Message, PanelState, Question } from '../../../src/contract/assistant/conversation.ts';
import { errorQuestion } from '../../../src/contract/assistant/errorQuestion.ts';
import { assistantProjectMachine } from '../../../src/machines/assistant/assistantProject/assistantProject.machine.ts';
import { selectConversation } from '../../../src/machines/assistant/assistantProject/assistantProject.selectors.ts';
import { conversationMachine } from '../../../src/machines/assistant/conversation/conversation.machine.ts';
import { Chat } from '../../../src/views/assistant/Chat.tsx';
import { ConversationMenus } from '../../../src/views/assistant/ProjectAssistant.tsx';
import { useKeptFocus } from '../../../src/views/ui/focus/useKeptFocus.ts';
import { opened } from '../../flows/assistant/assistantProject.model.ts';
import { status } from '../../flows/assistant/assistantServices.model.ts';
import { answerOf, call, questionOf, rateLimited, restored } from '../../flows/assistant/conversation.model.ts';
import { conversationOf } from '../../flows/assistant/conversationStore.model.ts';
import { startAssistant, InApp } from '../../flows/assistant/startAssistant.tsx';
import { FakeWorld } from '../../support/fakeWorld.ts';

afterEach(cleanup);

function Panel({ isCalled, children }: { isCalled: boolean; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useKeptFocus(place, isCalled);
  return <aside ref={place}>{children}</aside>;
}

const field = () => screen.getByRole('textbox', { name: 'Question' });
const click = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0]!);
/** As with the keyboard. Not for a button with an icon: its tooltip would open, and take the Escape of later tests. */
const press = (name: string) => {
  act(() => screen.getAllByRole('button', { name })[0]!.focus());
  click(name);
};

/** The panel with a conversation, opened by the user unless it was open when the page loaded. */
function shown(
  messages: readonly Message[],
  {
    isCalled = true,
    isConfigured = true,
    state = {} as Partial<PanelState>,
    attachments = [] as Conversation['attachments'],
    earlier = ['Orders'],
  } = {},
) {
  const world = new FakeWorld();
  const { services, blockRun } = startAssistant({ ...status, configured: isConfigured });
  const project = createActor(world.withStubs(assistantProjectMachine), {
    input: { ref: 'abc', port: world.port, panel: world.port, now: () => 0, request: null },
  }).start();
  world.answer('loading', {
    ...opened,
    conversations: earlier.map((title, index) => ({
      id: `earlier ${index}`,
      title,
      updatedAt: Date.now() - 2 * 86_400_000,
      isElsewhere: false,
    })),
    conversation: conversationOf({ messages: [...messages], attachments, ...state }),
  });
  const chatWorld = new FakeWorld();
  const chat = createActor(chatWorld.withStubs(conversationMachine), {
    input: { ref: 'abc', seed: 's', now: () => 0, port: chatWorld.port },
  }).start();
  chat.send(restored(messages));
  render(
    <InApp>
      <button>Elsewhere</button>
      <Panel isCalled={isCalled}>
        <ConversationMenus project={project} services={services} onRename={() => undefined} />
        <Chat project={project} services={services} chat={chat} blockRun={blockRun} />
      </Panel>
    </InApp>,
  );
  return { world: chatWorld, chat, project, held: () => selectConversation(project.getSnapshot()) };
}

const asking = (count: number) => [
  questionOf('q', 'How many?'),
  answerOf('a', {
    ending: 'calls',
    calls: Array.from({ length: count }, (_, index) => ({
      ...call,
      id: `k${index}`,
      state: 'asked' as const,
      text: null,
    })),
  }),
];

describe('the keyboard in the panel', () => {
  it('is in the field when the user opens the panel, whatever had it before', async () => {
    const before = document.body.appendChild(document.createElement('input'));
    before.focus();
    shown([]);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    before.remove();
  });

  it('stays where it is when the page loads with an open panel', async () => {
    const before = document.body.appendChild(document.createElement('input'));
    before.focus();
    shown([], { isCalled: false });
    await new Promise<void>((settle) => requestAnimationFrame(() => requestAnimationFrame(() => settle())));
    expect(document.activeElement).toBe(before);
    before.remove();
  });

  it('goes on to the next question about a tool as a whole, so that no key allows it by accident', async () => {
    shown(asking(2));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('(1 of 2)'));
    press('Refuse');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('(2 of 2)'));
    // What has the focus is read already.
    expect(within(screen.getByRole('group', { name: /\(2 of 2\)/ })).queryByRole('status')).toBeNull();
  });

  it('goes to the field while a tool runs, and to the next question from there only if nothing is typed', async () => {
    const { world } = shown(asking(3));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('(1 of 3)'));
    press('Allow once');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    act(() => world.answer('tool', { outcome: 'done', text: '{}' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('(2 of 3)'));
    press('Allow once');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    fireEvent.keyDown(field(), { key: 'a' });
    act(() => world.answer('tool', { outcome: 'done', text: '{}' }));
    const consent = await screen.findByRole('group', { name: /\(3 of 3\)/ });
    expect(document.activeElement).toBe(field());
    expect(within(consent).getByRole('status').textContent).toContain('(3 of 3)');
  });

  it('goes to the field when the user stops an answer or tries again', async () => {
    const { chat } = shown([questionOf('q', 'How many?'), answerOf('a', { ending: 'failed', failure: rateLimited })]);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    press('Try again');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    press('Stop');
    act(() => chat.send({ type: 'answer.cut', text: '' }));
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });
});

describe('what is shared', () => {
  const table = { kind: 'table', schema: 'public', name: 'orders' } as const;

  it('is marked on a question that was sent, at the level of now', () => {
    const { project } = shown([{ ...(questionOf('q', 'How many?') satisfies Question), attachments: [table] }]);
    const sent = screen.getByRole('article', { name: 'Your question' });
    expect(sent.textContent).not.toContain('not shared');
    fireEvent.click(screen.getByLabelText('None'));
    expect(selectConversation(project.getSnapshot()).level).toBe('none');
    expect(sent.textContent).toContain('Table public.ordersnot shared');
  });

  it('includes what is at hand, which is named, marked and removed like an attachment', () => {
    const { held } = shown([], {
      state: { tables: [{ schema: 'public', name: 'orders' }], content: 'select 1', entity: { id: 'query:1' } },
    });
    const group = screen.getByRole('group', { name: 'Sent with every question' });
    expect(group.textContent).toBe('With every questionpublic.ordersSQL “select 1”');
    fireEvent.click(screen.getByLabelText('None'));
    expect(group.textContent).toContain('public.ordersnot shared');
    click('Remove public.orders');
    click('Remove SQL “select 1”');
    expect(held()).toMatchObject({ tables: [], content: '' });
    expect(screen.queryByRole('group', { name: 'Sent with every question' })).toBeNull();
  });

  it('keeps the query at hand when the table at hand is removed', () => {
    const { held } = shown([], {
      state: {
        tables: [{ schema: 'public', name: 'orders' }],
        content: 'select 1',
        entity: { id: 'table:public.orders' },
      },
    });
    click('Remove public.orders');
    expect(held()).toMatchObject({ tables: [], entity: undefined, content: 'select 1' });
    expect(screen.getByRole('group', { name: 'Sent with every question' }).textContent).toContain('SQL “select 1”');
  });

  it('names a query once that the next question carries for itself', () => {
    shown([], {
      state: { content: 'select 1', sqlSnippets: ['select 1', 'select 2'] },
      attachments: [{ kind: 'query', title: 'First', sql: 'select 1' }],
    });
    const group = screen.getByRole('group', { name: 'Sent with every question' });
    expect(group.textContent).toBe('With every questionSQL “select 2”');
    click('Remove Query “First”');
    expect(group.textContent).toBe('With every questionSQL “select 1”SQL “select 2”');
  });
});

describe('an answer', () => {
  it('that failed because of its length offers what helps', () => {
    const failure = { code: 'context_too_long', message: 'The conversation is longer than the model can read.' };
    const messages = [
      questionOf('q', 'How many?'),
      answerOf('a', { text: 'There are', ending: 'length' }),
      { ...questionOf('c', 'Continue your answer'), continues: true as const },
      answerOf('b', { ending: 'failed', failure }),
    ];
    const { held } = shown(messages);
    expect(screen.getByRole('article', { name: 'Continuation' }).textContent).toBe(
      'You asked for the rest of the answer.',
    );
    expect(screen.getByText('The model did not answer')).toBeTruthy();
    const answer = screen.getAllByRole('article', { name: 'Answer' }).at(-1)!;
    fireEvent.click([...answer.querySelectorAll('button')].find(({ textContent }) => textContent === 'Edit question')!);
    expect(held()).toMatchObject({ editing: { id: 'q' }, initialInput: 'How many?' });
    press('Move question to new conversation');
    expect(held()).toMatchObject({ messages: [], initialInput: 'How many?' });
  });

  it.each([
    ['the model', { code: 'model_failed', message: 'The model failed.' }, 'The model did not answer'],
    ['the server', rateLimited, 'No answer'],
    ['the network', { code: 500, message: 'The server cannot be reached.' }, 'No answer'],
  ])('that failed because of %s says so, and offers another try only', (_, failure, title) => {
    shown([questionOf('q', 'How many?'), answerOf('a', { ending: 'failed', failure })]);
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move question to new conversation' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('says of a tool that would have written that it was refused', () => {
    shown([
      questionOf('q', 'Delete'),
      answerOf('a', { ending: 'calls', calls: [{ ...call, state: 'rejected', text: '{}' }] }),
      answerOf('b', { text: 'I cannot.' }),
    ]);
    expect(screen.getByText('List tables: refused, because it would write')).toBeTruthy();
  });
});

describe('without a model', () => {
  it.each([
    ['the words of the error', errorQuestion, 'Search docs for “There is no table.”'],
    ['what the user typed', 'backups', 'Search docs for “backups”'],
  ])('the docs are searched for %s', async (_, initialInput, label) => {
    const error = { code: '42P01', message: 'There is no table.' };
    shown([], { isConfigured: false, state: { initialInput }, attachments: [{ kind: 'error', sql: '', error }] });
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send question' }).hasAttribute('disabled')).toBe(true);
  });

  it('earlier conversations can be opened', async () => {
    const { project } = shown([], { isConfigured: false, earlier: ['Orders', 'Boats'] });
    const list = within(await screen.findByRole('region', { name: 'Earlier conversations' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Orders', 'Boats']);
    fireEvent.click(list.getByRole('button', { name: 'Boats' }));
    expect(project.getSnapshot().matches({ loaded: 'opening' })).toBe(true);
  });

  it('nothing is said of conversations where there are none, or while one is read', async () => {
    shown([], { isConfigured: false, earlier: [] });
    await screen.findByText('No model is configured');
    expect(screen.queryByText('Earlier conversations')).toBeNull();
    cleanup();
    shown([questionOf('q', 'How many?')], { isConfigured: false });
    await screen.findByText('No model is configured');
    expect(screen.queryByText('Earlier conversations')).toBeNull();
  });
});

it('the list of conversations says when each was used last', async () => {
  shown([]);
  fireEvent.click(screen.getByRole('button', { name: 'Conversations' }));
  const choice = await screen.findByRole('menuitemradio', { name: /Orders/ });
  expect(choice.textContent).toContain('2 days ago');
  // An open menu would take the Escape of the tests after it.
  fireEvent.click(choice);
  await waitFor(() => expect(screen.queryByRole('menuitemradio', { name: /Orders/ })).toBeNull());
});
