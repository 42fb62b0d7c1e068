// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResourceMessage } from '../../../src/contract/cache/resources.ts';
import type { SaveSnippet } from '../../../src/contract/sql/saveSnippet.ts';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import { openResourceTabs } from '../../../src/services/browser/resourceTabs.ts';
import { writeStored } from '../../../src/services/browser/storage.ts';
import { persistDraft } from '../../../src/services/sql/draftPersistence.ts';
import { leftDraftSent, saveDraft } from '../../../src/services/sql/draftSaves.ts';
import { keptDrafts } from '../../../src/services/sql/draftStore.ts';
import { openChannel, type TabMessage } from '../../../src/services/sql/draftTabs.ts';
import type { saveSnippet } from '../../../src/services/sql/snippets.ts';

type Save = Parameters<typeof saveSnippet>;

const calls: {
  target: Save[0];
  options: Save[1];
  answer(version: number): void;
  fail(): void;
}[] = [];

vi.mock('../../../src/services/sql/snippets.ts', () => ({
  saveSnippet: (saved: Save[0], options: Save[1]) =>
    new Promise<Snippet>((resolve, reject) => {
      calls.push({
        target: saved,
        options,
        answer: (version) => resolve({ ...snippetOf(saved.id, saved.body), version }),
        fail: () => reject(new Error('Saved elsewhere meanwhile.')),
      });
    }),
}));

const snippetOf = (id: string, { name, sql, base_version }: SaveSnippet): Snippet => ({
  id,
  name,
  sql,
  version: base_version + 1,
  updated_at: '2026-01-01T00:00:00Z',
});

let count = 0;
let target: { ref: string; id: string };
const draft = { name: 'Orders', sql: 'select 1', baseVersion: 3 };
const others: { close(): void }[] = [];

beforeEach(() => {
  localStorage.clear();
  writeStored('owner', 'ada');
  calls.length = 0;
  count += 1;
  target = { ref: 'abc', id: `q${count}` };
});
afterEach(() => {
  others.splice(0).forEach((channel) => channel.close());
  vi.restoreAllMocks();
});

const kept = async () => (await keptDrafts('ada', 'abc')).map(({ sql, baseVersion }) => ({ sql, baseVersion }));
const bodies = () => calls.map((call) => call.target.body);

function leave(...texts: { name: string; sql: string; baseVersion: number }[]) {
  const persistence = persistDraft(target, () => undefined);
  texts.forEach((text, index) => {
    persistence.receive({ type: 'text.changed', revision: index + 1, draft: text });
  });
  persistence.stop();
}

describe('a text whose editor is left before it was saved', () => {
  it('is sent at once, and is kept until the server has it', async () => {
    const heard: TabMessage[] = [];
    const news: ResourceMessage[] = [];
    others.push(
      openChannel((message) => heard.push(message)),
      openResourceTabs((message) => news.push(message)),
    );
    leave({ ...draft, name: ' Orders ' });
    await vi.waitFor(() => expect(bodies()).toEqual([{ name: 'Orders', sql: 'select 1', base_version: 3 }]));
    expect(await kept()).toEqual([{ sql: 'select 1', baseVersion: 3 }]);
    calls[0]!.answer(4);
    await leftDraftSent(target);
    expect(await kept()).toEqual([]);
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ type: 'saved', version: 4 })));
    await vi.waitFor(() => expect(news).toEqual([{ names: ['snippets'], params: { ref: 'abc' } }]));
  });

  it('stays on this computer where the server refuses it', async () => {
    leave(draft);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls[0]!.fail();
    await leftDraftSent(target);
    expect(await kept()).toEqual([{ sql: 'select 1', baseVersion: 3 }]);
  });

  it('is not sent twice where it is on its way already', async () => {
    const saving = saveDraft({ ...target, body: { name: 'Orders', sql: 'select 1', base_version: 3 } });
    leave(draft);
    calls[0]!.answer(4);
    await saving;
    await leftDraftSent(target);
    expect(calls).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  it('follows on the text that was on its way', async () => {
    void saveDraft({ ...target, body: { name: 'Orders', sql: 'select 1', base_version: 3 } });
    leave(draft, { ...draft, sql: 'select 12' });
    calls[0]!.answer(4);
    await vi.waitFor(() => expect(bodies()[1]).toEqual({ name: 'Orders', sql: 'select 12', base_version: 4 }));
    calls[1]!.answer(5);
    await leftDraftSent(target);
    expect(await kept()).toEqual([]);
  });

  it('is not sent for another user', async () => {
    void saveDraft({ ...target, body: { name: 'Orders', sql: 'select 1', base_version: 3 } });
    leave({ ...draft, sql: 'select 12' });
    writeStored('owner', 'bob');
    calls[0]!.answer(4);
    await leftDraftSent(target);
    expect(calls).toHaveLength(1);
    expect(await kept()).toEqual([{ sql: 'select 12', baseVersion: 3 }]);
  });

  it('is nothing where nothing was ever typed, or the server has it', async () => {
    leave({ name: 'Untitled query', sql: '', baseVersion: 0 });
    const persistence = persistDraft(target, () => undefined);
    persistence.receive({ type: 'text.saved', revision: 1, version: 3 });
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.stop();
    await leftDraftSent(target);
    expect(calls).toEqual([]);
  });

  it('may outlive the page, unless the browser would refuse that', async () => {
    leave(draft);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]!.options.keepalive).toBe(true);
    calls[0]!.answer(4);
    await leftDraftSent(target);
    leave({ ...draft, sql: 'é'.repeat(40_000) });
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]!.options.keepalive).toBe(false);
    calls[1]!.answer(5);
    await leftDraftSent(target);
  });
});

it('a save may outlive a page that is hidden', async () => {
  const body = { name: 'Orders', sql: 'select 1', base_version: 3 };
  void saveDraft({ ...target, body });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  void saveDraft({ ...target, body });
  expect(calls.map(({ options }) => options.keepalive)).toEqual([false, true]);
  calls.forEach((call) => call.answer(4));
});
