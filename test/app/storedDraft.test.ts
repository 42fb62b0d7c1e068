// @vitest-environment happy-dom
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import { storedDraft, storedDraftBy } from '../../src/app/parts/storedDraft.ts';
import { entry } from '../../src/services/browser/storage.ts';

const draftEntry = entry('test-draft', v.object({ name: v.string() }));
const one = storedDraft(draftEntry);
const several = storedDraftBy(draftEntry, ({ ref }: { ref: string }) => ref);

/** What the service answers. */
const ask = <Output, Input>(logic: PromiseActorLogic<Output, Input>, input: Input): Promise<Output> =>
  toPromise(createActor(logic, { input } as never).start()) as Promise<Output>;

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  // Other files must not get the modules that were loaded with a stand-in.
  vi.resetModules();
});

it('keeps what was typed until it is deleted', async () => {
  expect(await ask(one.loadDraft, undefined)).toBeNull();
  await ask(one.keepDraft, { draft: { name: 'Orders' } });
  expect(await ask(one.loadDraft, undefined)).toEqual({ name: 'Orders' });
  await ask(one.deleteDraft, undefined);
  expect(await ask(one.loadDraft, undefined)).toBeNull();
});

it('keeps a draft for each key', async () => {
  await ask(several.keepDraft, { ref: 'abc', draft: { name: 'Orders' } });
  expect(await ask(several.loadDraft, { ref: 'other' })).toBeNull();
  await ask(several.deleteDraft, { ref: 'other' });
  expect(await ask(several.loadDraft, { ref: 'abc' })).toEqual({ name: 'Orders' });
});

it('stores no draft in which nothing is typed', async () => {
  const typed = storedDraftBy(
    draftEntry,
    ({ ref }: { ref: string }) => ref,
    ({ name }) => name === '',
  );
  await ask(typed.keepDraft, { ref: 'abc', draft: { name: 'Orders' } });
  await ask(typed.keepDraft, { ref: 'abc', draft: { name: '' } });
  expect(localStorage).toHaveLength(0);
});

it('loads nothing that is not a draft', async () => {
  localStorage.setItem(draftEntry.key, '{"name":7}');
  expect(await ask(one.loadDraft, undefined)).toBeNull();
});

it('reports that the browser refuses to store the draft', async () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.resetModules();
  vi.stubGlobal('localStorage', full);
  const opened = await import('../../src/app/parts/storedDraft.ts');
  const { keepDraft } = opened.storedDraft(draftEntry);
  await expect(ask(keepDraft, { draft: { name: 'Orders' } })).rejects.toThrow('Browser storage is full or blocked.');
});
