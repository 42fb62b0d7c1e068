import { expect, it } from 'vitest';
import { sentRequests } from '../../fixtures/sentRequests.ts';
import { invite, revoke } from './invitations.ts';

const { signal } = new AbortController();
const invitation = { slug: 'a/b', email: 'ada@example.com', role: 'owner' } as const;

it('an invitation is sent with its role, and revoked by its address', async () => {
  const sent = sentRequests();
  await invite(invitation, signal);
  await revoke(invitation, signal);
  expect(sent).toEqual([
    ['POST', '/api/platform/organizations/a%2Fb/invitations', '{"email":"ada@example.com","role":"owner"}'],
    ['DELETE', '/api/platform/organizations/a%2Fb/invitations/ada%40example.com', ''],
  ]);
});
