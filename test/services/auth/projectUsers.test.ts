import { expect, it } from 'vitest';
import { projectUserPageSize } from '../../../src/contract/auth/projectUser.ts';
import { readUsers } from '../../../src/services/auth/projectUsers.ts';
import { sentRequests } from '../../fixtures/sentRequests.ts';

type Asked = Omit<Parameters<typeof readUsers>[0], 'ref'>;

const first: Asked = { filter: '', order: 'newest', limit: projectUserPageSize, after: null };

it.each<[string, Asked]>([
  ['', first],
  ['?after=u50', { ...first, after: 'u50' }],
  ['?filter=ada+%26&order=oldest&limit=120&after=u50', { filter: 'ada &', order: 'oldest', limit: 120, after: 'u50' }],
])('a page of users is asked for by what differs from the first one: %j', async (query, asked) => {
  const sent = sentRequests(() => Response.json({ users: [], total: 0, next: null }));
  await readUsers({ ref: 'abc', ...asked }, new AbortController().signal);
  expect(sent).toEqual([['GET', `/api/platform/auth/abc/users${query}`, '']]);
});
