import type { DBSchema, IDBPDatabase } from 'idb';
import * as v from 'valibot';
import {
  conversationSchema,
  storedMessages,
  titleOf,
  withoutOpenAnswer,
  type Conversation,
  type ConversationSummary,
} from '../../contract/assistant/conversation.ts';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { conversationDatabase } from '../browser/conversationDatabase.ts';
import { databaseOpener } from '../browser/database.ts';
import { watchLeaving } from '../browser/pageLeaving.ts';
import { readStored, removeStored, storageUnavailable, storedMembers, writeStored } from '../browser/storage.ts';
import { assistantEntries } from './assistantEntries.ts';

type ConversationCommand =
  | { type: 'conversation.changed'; revision: number; conversation: Conversation }
  | { type: 'pause.reached' }
  | { type: 'conversation.deleted'; id: string };

export type ConversationStoreReport =
  | { type: 'local.saved'; revision: number }
  | { type: 'local.failed'; failure: Failure }
  | { type: 'list.changed'; conversations: readonly ConversationSummary[] };

const storeName = 'conversations';

/** As stored: dates are text. */
interface ConversationDatabase extends DBSchema {
  [storeName]: { key: [string, string]; value: { ref: string; id: string; conversation: unknown } };
}

let opened: { owner: string; open: () => Promise<IDBPDatabase<ConversationDatabase>> } | null = null;

/** Whose conversations they are: fixed when the panel opens, because the session may end while it is open. */
const currentOwner = (): string => readStored('owner') ?? '';

function open(owner: string): Promise<IDBPDatabase<ConversationDatabase>> {
  if (opened?.owner !== owner)
    opened = {
      owner,
      open: databaseOpener(conversationDatabase(owner), 1, (created) => {
        created.createObjectStore(storeName, { keyPath: ['ref', 'id'] });
      }),
    };
  return opened.open();
}

/** The specification's twenty messages, with dates as text. */
const storedForm = (conversation: Conversation): unknown => ({
  ...conversation,
  messages: conversation.messages
    .slice(-storedMessages)
    .map((message) => ({ ...message, createdAt: new Date(message.createdAt).toISOString() })),
});

function parsed(conversation: unknown): Conversation[] {
  const result = v.safeParse(conversationSchema, conversation);
  return result.success ? [result.output] : [];
}

/** The conversation with all that has come of an answer that has not ended. */
function withStreamed(conversation: Conversation, streamed: (answerId: string) => string): Conversation {
  const last = conversation.messages.at(-1);
  if (last?.role !== 'assistant' || last.ending !== 'open') return conversation;
  const text = streamed(last.id);
  return text.length <= last.text.length
    ? conversation
    : { ...conversation, messages: [...conversation.messages.slice(0, -1), { ...last, text }] };
}

const memberOf = (ref: string, id: string): string => `${ref}/${id}`;

/** What closing pages could write to local storage only. */
const hurriedOf = (ref: string): Conversation[] =>
  storedMembers(assistantEntries.conversation)
    .map((member) => readStored(assistantEntries.conversation, member))
    .flatMap((left) => (left?.ref === ref ? [left.conversation] : []));

/**
 * Moves them to the database: local storage is cleared at a sign-out, whatever the user keeps. Another tab moves those
 * that it writes to.
 */
async function moveHurried(owner: string, ref: string): Promise<void> {
  if (hurriedOf(ref).length === 0) return;
  const elsewhere = await heldElsewhere();
  const database = await open(owner);
  // Meanwhile another user may have signed in, to whom the conversations in local storage then belong.
  if (currentOwner() !== owner) return;
  const hurried = hurriedOf(ref).filter(({ id }) => !elsewhere.has(id));
  const { store, done } = database.transaction(storeName, 'readwrite');
  const move = async (conversation: Conversation) => {
    const { id, updatedAt } = conversation;
    const [there] = parsed((await store.get([ref, id]))?.conversation);
    if (!there || there.updatedAt <= updatedAt) await store.put({ ref, id, conversation: storedForm(conversation) });
  };
  await Promise.all([...hurried.map(move), done]);
  for (const { id, updatedAt } of hurried) {
    const member = memberOf(ref, id);
    if (readStored(assistantEntries.conversation, member)?.conversation.updatedAt === updatedAt)
      removeStored(assistantEntries.conversation, member);
  }
}

/** All of a project's conversations, the latest first. */
async function readAll(owner: string, ref: string): Promise<Conversation[]> {
  const inDatabase = async () =>
    (await (await open(owner)).getAll(storeName, IDBKeyRange.bound([ref, ''], [ref, '\uffff']))).flatMap(
      ({ conversation }) => parsed(conversation),
    );
  const hurried = hurriedOf(ref);
  const latest = new Map<string, Conversation>();
  for (const conversation of [...(await inDatabase().catch(() => [])), ...hurried]) {
    const other = latest.get(conversation.id);
    if (!other || other.updatedAt <= conversation.updatedAt) latest.set(conversation.id, conversation);
  }
  return [...latest.values()].toSorted((a, b) => b.updatedAt - a.updatedAt);
}

const channelName = 'basechart-assistant';
const lockOf = (id: string): string => `${channelName}:${id}`;

/** The conversation that this tab writes to, and the way to let go of it. */
let held: { id: string; release: () => void } | null = null;

/** Takes a conversation for this tab, as long as no other has it. Where the browser has no locks, it has it. */
async function hold(id: string): Promise<boolean> {
  if (held?.id === id) return true;
  const ending = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<boolean>();
  if (!navigator.locks) taken.resolve(true);
  navigator.locks
    ?.request(lockOf(id), { ifAvailable: true }, (lock) => {
      taken.resolve(lock !== null);
      return lock === null ? undefined : ending.promise;
    })
    .catch(() => taken.resolve(true));
  if (!(await taken.promise)) return false;
  held?.release();
  held = { id, release: ending.resolve };
  return true;
}

async function heldElsewhere(): Promise<ReadonlySet<string>> {
  const prefix = lockOf('');
  const names = (await navigator.locks?.query())?.held ?? [];
  return new Set(
    names
      .flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      .filter((id) => id !== held?.id),
  );
}

async function summaries(conversations: readonly Conversation[]): Promise<ConversationSummary[]> {
  const elsewhere = await heldElsewhere();
  return conversations.map((conversation) => ({
    id: conversation.id,
    title: titleOf(conversation),
    updatedAt: conversation.updatedAt,
    isElsewhere: elsewhere.has(conversation.id),
  }));
}

/** The project's conversations, and the latest that no other tab writes to. */
export async function loadConversations({ ref }: { ref: string }) {
  const owner = currentOwner();
  // Without a database they stay where they are.
  await moveHurried(owner, ref).catch(() => undefined);
  const all = await readAll(owner, ref);
  let conversation: Conversation | null = null;
  for (const candidate of all) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is free
    if (await hold(candidate.id)) {
      conversation = candidate;
      break;
    }
  }
  return {
    seed: crypto.randomUUID(),
    conversations: await summaries(all),
    conversation,
    keeps: readStored('assistantKept', owner) === true,
  };
}

/** A conversation from the list. One that another tab writes to is opened as a copy. */
export async function openConversation({ ref, id, copyId }: { ref: string; id: string; copyId: string }) {
  const found = (await readAll(currentOwner(), ref)).find((conversation) => conversation.id === id);
  if (!found) throw new FailureError({ code: 404, message: 'The conversation was deleted in another tab.' });
  if (await hold(id)) return found;
  // The other tab goes on with an answer that streams there.
  const messages = found.messages.map((message) => withoutOpenAnswer(message, 'stopped'));
  return { ...found, messages, id: copyId, name: `${titleOf(found)} (copy)`, toolsAllowed: false };
}

/** Whether the user's conversations survive a sign-out. */
export function keepConversations({ keeps }: { keeps: boolean }): void {
  if (!keeps) removeStored('assistantKept', currentOwner());
  else if (!writeStored('assistantKept', true, currentOwner()))
    throw new FailureError({ code: 'storage_refused', message: storageUnavailable });
}

/**
 * Stores the conversation that this tab writes to. It knows the latest state at any moment, so that it can still be
 * written when the page goes; `streamed` has the texts of answers that have not ended.
 */
export function persistConversations(
  { ref }: { ref: string },
  report: (fact: ConversationStoreReport) => void,
  streamed: (answerId: string) => string,
): { receive(command: ConversationCommand): void; stop(): void } {
  const owner = currentOwner();
  let latest: { revision: number; conversation: Conversation } | null = null;
  let storedRevision = 0;
  let writing: Promise<void> = Promise.resolve();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  let isStopped = false;

  /** A sign-out has deleted everything, and nothing may come back. */
  const isOver = () => currentOwner() !== owner;
  const list = async () => {
    const conversations = await summaries(await readAll(owner, ref));
    if (!isStopped) report({ type: 'list.changed', conversations });
  };
  const announce = async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves the origin
    channel?.postMessage({ ref });
    await list();
  };
  /** One write at a time, in the order in which they were asked for. */
  const inOrder = (write: () => Promise<void>) => {
    const before = writing;
    writing = (async () => {
      await before;
      try {
        await write();
      } catch (error) {
        if (!isStopped) report({ type: 'local.failed', failure: failureOf(error) });
      }
    })();
  };
  const save = () =>
    inOrder(async () => {
      if (!latest || isOver()) return;
      const { revision, conversation } = latest;
      if (revision > storedRevision) {
        await hold(conversation.id);
        const { id } = conversation;
        await (await open(owner)).put(storeName, { ref, id, conversation: storedForm(conversation) });
        removeStored(assistantEntries.conversation, memberOf(ref, id));
        storedRevision = revision;
      }
      report({ type: 'local.saved', revision });
      await announce();
    });
  /** The page may be on its last breath, where only local storage still answers. */
  const saveNow = () => {
    if (!latest || latest.revision <= storedRevision || isOver()) return;
    const { conversation } = latest;
    const text = storedForm(conversation) as Conversation;
    if (!writeStored(assistantEntries.conversation, { ref, conversation: text }, memberOf(ref, conversation.id)))
      save();
  };
  const stopWatching = watchLeaving(saveNow);
  channel?.addEventListener('message', ({ data }: MessageEvent<{ ref: string }>) => {
    if (data.ref === ref) void list();
  });

  return {
    receive(command) {
      switch (command.type) {
        case 'conversation.changed':
          latest = command;
          break;
        case 'pause.reached':
          save();
          break;
        case 'conversation.deleted':
          if (latest?.conversation.id === command.id) latest = null;
          inOrder(async () => {
            removeStored(assistantEntries.conversation, memberOf(ref, command.id));
            await (await open(owner)).delete(storeName, [ref, command.id]);
            await announce();
          });
      }
    },
    stop() {
      isStopped = true;
      if (latest) {
        const { revision, conversation } = latest;
        const whole = withStreamed(conversation, streamed);
        if (whole !== conversation) latest = { revision: revision + 1, conversation: whole };
      }
      // The page lives on: the database is still there to write to, and local storage is not filled.
      save();
      stopWatching();
      inOrder(async () => channel?.close());
      held?.release();
      held = null;
    },
  };
}
