import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingAddress, returnTargetOf } from '../../../src/router/addresses.ts';
import { href } from '../../../src/router/href.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

describe('the return target', () => {
  it.each([
    ['/project/abc', '/project/abc'],
    ['/project/abc/sql?tab=history#end', '/project/abc/sql?tab=history#end'],
    ['projects', '/projects'],
  ])('%s is used', (returnTo, expected) => expect(returnTargetOf({ returnTo })).toBe(expected));

  it.each([
    'https://evil.example/x',
    'HTTP://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example/x',
    '///evil.example',
    './/evil.example',
    '@/evil',
    ' //evil.example',
    '\t//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.c',
    '/\t/evil.example',
    '/a/..//evil.example',
    'a/..//evil.example',
    '/logout',
    '/a/../logout?b=c',
    '/a/%2e%2e//evil.example',
    '',
  ])('%j is ignored', (returnTo) => expect(returnTargetOf({ returnTo })).toBeNull());

  it('is nothing where there is none', () => expect(returnTargetOf({})).toBeNull());

  it('keeps the other query parameters', () => {
    expect(returnTargetOf({ returnTo: '/project/abc?tab=a', plan: 'pro', tab: 'b' })).toBe(
      '/project/abc?tab=a&plan=pro',
    );
  });

  it('never leaves the origin, whatever it is', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
      'http:',
      'evil.example',
      'a',
      'é',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: anyCharacter }),
    );
    const origin = 'https://dashboard.example';
    fc.assert(
      fc.property(text, (returnTo) => {
        const target = returnTargetOf({ returnTo });
        if (target === null) return;
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(new URL(target, origin).origin).toBe(origin);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('finds its way through the address of the sign-in form', () => {
    const query = Object.fromEntries(
      new URL(href('signIn', {}, { returnTo: '/project/a?b=c&d=e#f' }), 'http://here').searchParams,
    );
    expect(returnTargetOf(query)).toBe('/project/a?b=c&d=e#f');
  });
});

it('the landing is the projects on the hosted platform, and the one project when self-hosted', () => {
  expect([landingAddress(true), landingAddress(false)]).toEqual(['/projects', '/project/default']);
});
