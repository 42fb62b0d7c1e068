import { expect, it, vi } from 'vitest';
import { projectUserPageSize } from '../../../src/contract/auth/projectUser.ts';
import { readUsers } from '../../../src/services/auth/projectUsers.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

type Asked = Omit<Parameters<typeof readUsers>[0], 'ref'>;

const first: Asked = { filter: '', order: 'newest', limit: projectUserPageSize, after: null };

it.each<[string, Asked]>([
  ['', first],
  ['?after=u50', { ...first, after: 'u50' }],
  ['?filter=ada+%26&order=oldest&limit=120&after=u50', { filter: 'ada &', order: 'oldest', limit: 120, after: 'u50' }],
])('a page of users is asked for by what differs from the first one: %j', async (query, asked) => {
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ users: [], total: 0, next: null }));
  vi.stubGlobal('fetch', fetched);
  await readUsers({ ref: 'abc', ...asked }, new AbortController().signal);
  vi.unstubAllGlobals();
  expect(fetched.mock.calls.map(([request]) => (request as Request).url)).toEqual([
    `http://platform.test/api/platform/auth/abc/users${query}`,
  ]);
});
