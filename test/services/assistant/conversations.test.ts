// @vitest-environment happy-dom
/** What becomes of conversations that a closing page could write to local storage only. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyPanelState, type Conversation } from '../../../src/contract/assistant/conversation.ts';
import { assistantEntries } from '../../../src/services/assistant/assistantEntries.ts';
import { loadConversations, openConversation } from '../../../src/services/assistant/conversations.ts';
import { storedMembers, writeStored } from '../../../src/services/browser/storage.ts';

interface Row {
  ref: string;
  id: string;
  conversation: Conversation;
}

const database = vi.hoisted(() => ({ rows: new Map<string, unknown>(), opening: () => {} }));
vi.mock('idb', () => ({
  openDB: async () => {
    database.opening();
    return {
      getAll: async () => [...database.rows.values()],
      transaction: () => ({
        store: {
          get: async (key: string[]) => database.rows.get(key.join('/')),
          put: async (row: Row) => database.rows.set(`${row.ref}/${row.id}`, row),
        },
        done: Promise.resolve(),
      }),
    };
  },
}));
vi.stubGlobal('IDBKeyRange', { bound: () => null });

const conversation = (given: Partial<Conversation>): Conversation => ({
  ...emptyPanelState,
  editing: null,
  id: 'c1',
  name: 'Orders',
  updatedAt: 1,
  level: null,
  toolsAllowed: false,
  attachments: [],
  ...given,
});
const hurry = (given: Partial<Conversation>) => {
  const left = conversation(given);
  writeStored(assistantEntries.conversation, { ref: 'abc', conversation: left }, `abc/${left.id}`);
};
const store = (given: Partial<Conversation>) => {
  const stored = conversation(given);
  database.rows.set(`abc/${stored.id}`, { ref: 'abc', id: stored.id, conversation: stored });
};
const names = () => [...database.rows.values()].map((row) => (row as Row).conversation.name);
const load = () => loadConversations({ ref: 'abc' });

let user = 0;
let heldNames: string[];

describe('a conversation that a closing page left in local storage', () => {
  beforeEach(() => {
    localStorage.clear();
    database.rows.clear();
    database.opening = () => {};
    heldNames = [];
    // A user of its own for each test: the service keeps the database of the last one open.
    user += 1;
    writeStored('owner', `user-${user}`);
    vi.stubGlobal('navigator', {
      locks: {
        query: async () => ({ held: heldNames.map((id) => ({ name: `basechart-assistant:${id}` })) }),
        request: async (name: string, _: object, use: (lock: object | null) => unknown) =>
          use(heldNames.some((id) => name.endsWith(`:${id}`)) ? null : {}),
      },
    });
  });

  it('moves to the database', async () => {
    hurry({ name: 'In a hurry' });
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([['In a hurry'], []]);
  });

  it('has its last 20 messages stored, with dates as text, which are times again when it is loaded', async () => {
    const messages = Array.from({ length: 25 }, (_, index) => ({
      role: 'user' as const,
      id: `q${index}`,
      text: 'How many?',
      attachments: [],
      createdAt: index,
    }));
    hurry({ messages });
    const { conversation: loaded } = await load();
    expect(loaded?.messages).toEqual(messages.slice(-20));
    const [stored] = [...database.rows.values()] as { conversation: { messages: { createdAt: unknown }[] } }[];
    expect(stored?.conversation.messages.map(({ createdAt }) => createdAt)).toEqual(
      messages.slice(-20).map(({ createdAt }) => new Date(createdAt).toISOString()),
    );
  });

  it('does not replace a later state of it', async () => {
    store({ name: 'Later', updatedAt: 2 });
    hurry({ name: 'In a hurry', updatedAt: 1 });
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([['Later'], []]);
  });

  it('stays where it is while another tab writes to it', async () => {
    heldNames = ['c3'];
    hurry({ id: 'c3' });
    hurry({ id: 'c2', name: 'Free' });
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([['Free'], ['abc/c3']]);
  });

  it('is opened as a copy while another tab writes to it, where an answer that streams there has stopped', async () => {
    const answer = { role: 'assistant' as const, calls: [], failure: null, usage: null, createdAt: 0 };
    heldNames = ['c4'];
    const call = { id: 'k', name: 'listTables', arguments: {}, problem: null, state: 'asked' as const, text: null };
    hurry({ id: 'c4', messages: [{ ...answer, id: 'a', text: 'There', ending: 'open', calls: [call] }] });
    expect(await openConversation({ ref: 'abc', id: 'c4', copyId: 'c5' })).toMatchObject({
      id: 'c5',
      name: 'Orders (copy)',
      messages: [{ text: 'There', ending: 'stopped', calls: [] }],
    });
  });

  it('never gets to another user, who signs in meanwhile', async () => {
    hurry({});
    database.opening = () => void writeStored('owner', 'another');
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([[], ['abc/c1']]);
  });
});
