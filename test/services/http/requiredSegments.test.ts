// @vitest-environment happy-dom
/** A call about an organization or a project needs its slug or ref (specification, section 5). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readResource } from '../../../src/services/http/platform.ts';
import { deleteProject, followProject, pauseProject } from '../../../src/services/projects/projects.ts';
import { saveSnippet } from '../../../src/services/sql/snippets.ts';
import { cancelQuery, runQuery } from '../../../src/services/sql/sqlRunner.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

const { signal } = new AbortController();
const fetched = vi.fn<typeof fetch>(() => Promise.reject(new Error('Nothing is to be sent.')));

beforeEach(() => {
  provideTestRuntime({});
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const ref = '';
const withoutRef: Readonly<Record<string, () => Promise<unknown>>> = {
  'reading a project': () => readResource({ ref: { name: 'project', params: { ref } } }, signal),
  'reading its saved queries': () => readResource({ ref: { name: 'snippets', params: {} } }, signal),
  'following a project': () => followProject({ ref }, () => {}, signal),
  'pausing a project': () => pauseProject({ ref }, signal),
  'deleting a project': () => deleteProject({ ref }, signal),
  'saving a query': () =>
    saveSnippet({ ref, id: 'one', body: { name: 'One', sql: 'select 1', base_version: 0 } }, { signal }),
  'running a query': () =>
    runQuery(
      { ref, body: { id: 'run', sql: 'select 1' } as never },
      () => {},
      () => {},
      signal,
    ),
  'cancelling a query': () => cancelQuery({ ref, id: 'run' }, signal),
};

it.each(Object.entries(withoutRef))('%s without a ref sends nothing and says what is missing', async (_, call) => {
  await expect((async () => call())()).rejects.toThrow('Project ref is required');
  expect(fetched).not.toHaveBeenCalled();
});

it('reading an organization without a slug sends nothing and says what is missing', async () => {
  const read = async () => readResource({ ref: { name: 'organization', params: { slug: '' } } }, signal);
  await expect(read()).rejects.toThrow('Organization slug is required');
  expect(fetched).not.toHaveBeenCalled();
});
