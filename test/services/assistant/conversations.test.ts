// @vitest-environment happy-dom
/** What is stored of conversations: by a page that lives on, and by one that closes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyPanelState, type Conversation } from '../../../src/contract/assistant/conversation.ts';
import { assistantEntries } from '../../../src/services/assistant/assistantEntries.ts';
import {
  loadConversations,
  openConversation,
  persistConversations,
  type ConversationStoreReport,
} from '../../../src/services/assistant/conversations.ts';
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
      put: async (_: string, row: Row) => database.rows.set(`${row.ref}/${row.id}`, row),
      delete: async (_: string, key: string[]) => database.rows.delete(key.join('/')),
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

describe('the conversation that a tab writes to', () => {
  let stop: () => void;
  /** Stores what a panel tells. */
  function persisted() {
    const reports: ConversationStoreReport[] = [];
    const storage = persistConversations(
      { ref: 'abc' },
      (fact) => reports.push(fact),
      () => '',
    );
    stop = () => storage.stop();
    const change = (revision: number, given: Partial<Conversation>) =>
      storage.receive({ type: 'conversation.changed', revision, conversation: conversation(given) });
    /** The titles that the list shows at last. */
    const listed = () =>
      reports.findLast((fact) => fact.type === 'list.changed')?.conversations.map(({ title }) => title);
    return { storage, reports, change, listed };
  }
  afterEach(() => stop());

  it('is stored when it rests, and listed', async () => {
    const { storage, reports, change, listed } = persisted();
    change(1, { name: 'First' });
    change(2, { name: 'Orders' });
    expect(names()).toEqual([]);
    storage.receive({ type: 'pause.reached' });
    await vi.waitFor(() => expect(listed()).toEqual(['Orders']));
    expect(names()).toEqual(['Orders']);
    expect(reports[0]).toEqual({ type: 'local.saved', revision: 2 });
  });

  it('leaves nothing on this computer when it is deleted', async () => {
    const { storage, change, listed } = persisted();
    change(1, {});
    storage.receive({ type: 'pause.reached' });
    await vi.waitFor(() => expect(listed()).toEqual(['Orders']));
    change(2, { name: 'Once more' });
    dispatchEvent(new Event('pagehide'));
    expect(storedMembers(assistantEntries.conversation)).toEqual(['abc/c1']);
    storage.receive({ type: 'conversation.deleted', id: 'c1' });
    await vi.waitFor(() => expect(listed()).toEqual([]));
    stop();
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([[], []]);
  });

  it('is not stored after a sign-out, which has deleted all of them', async () => {
    const { storage, change } = persisted();
    change(1, {});
    writeStored('owner', 'another');
    storage.receive({ type: 'pause.reached' });
    dispatchEvent(new Event('pagehide'));
    stop();
    await load();
    expect([names(), storedMembers(assistantEntries.conversation)]).toEqual([[], []]);
  });
});

describe('a conversation that a closing page left in local storage', () => {
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
