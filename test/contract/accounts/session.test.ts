import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { assuranceOf, sessionSchema, userIdOf, type Session } from '../../../src/contract/accounts/session.ts';
import { accessToken, sessionUntil } from '../../fixtures/session.ts';

const { user: _, ...anonymous } = sessionUntil(100);
const withToken = (access_token: string): Session => ({ ...anonymous, access_token });

describe('what a token says', () => {
  it('is its assurance level', () => {
    expect(assuranceOf(sessionUntil(100, { aal: 'aal2' }))).toBe('aal2');
    expect(assuranceOf(sessionUntil(100))).toBe('aal1');
  });

  it('is whose it is, where the session does not say', () => {
    expect(userIdOf(sessionUntil(100, { user: 'bob' }))).toBe('bob');
    expect(userIdOf(withToken(accessToken({ sub: 'eve' })))).toBe('eve');
  });

  it.each(['a.b.c', 'a.bnVsbA.c', ''])('is the least there is when %o is unreadable', (token) => {
    expect([assuranceOf(withToken(token)), userIdOf(withToken(token))]).toEqual(['aal1', '']);
  });

  it('is read in base64url form', () => {
    expect(userIdOf(withToken(accessToken({ sub: '>>>???~~~ÿ' })))).toBe('>>>???~~~ÿ');
  });
});

describe('a stored session', () => {
  const stored = sessionUntil(100);

  it('is valid with both tokens and its expiry', () => {
    const { access_token, refresh_token, expires_at } = stored;
    expect(v.is(sessionSchema, { access_token, refresh_token, expires_at })).toBe(true);
  });

  it.each(['access_token', 'refresh_token', 'expires_at'])('is none without %s', (field) => {
    expect(v.is(sessionSchema, { ...stored, [field]: undefined })).toBe(false);
  });

  it.each(['', 'a.b', 'a.b.c.d', 'a..c', 'a.b+/.c', 'a.b=.c', 'a b.c.d'])(
    'is none where the access token %j has not three parts in base64url form',
    (access_token) => {
      expect(v.is(sessionSchema, { ...stored, access_token })).toBe(false);
    },
  );
});
