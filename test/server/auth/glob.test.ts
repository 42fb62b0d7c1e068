import { expect, it } from 'vitest';
import { isGlobOf } from '../../../src/contract/auth/glob.ts';

it.each([
  ['', '', true],
  ['', 'a', false],
  ['a', 'a', true],
  ['a.b', 'axb', false],
  ['*.example.com', 'app.example.com', true],
  ['*.example.com', '.example.com', true],
  ['*.example.com', 'a.b.example.com', false],
  ['**.example.com', 'a.b.example.com', true],
  ['/**', '/a/b.c?d', true],
  ['/*', '/a/b', false],
  ['/*/b', '/a/b', true],
  ['/?', '/a', true],
  ['/?', '/', false],
  ['/?', '/.', false],
  ['/a(b)[c]', '/a(b)[c]', true],
  ['***', 'a/b', true],
  ['a**b**c', 'a.b/c', true],
  ['a**b**c', 'a.b/cd', false],
])('%j matches %j: %j', (glob, text, expected) => {
  expect(isGlobOf(glob, text)).toBe(expected);
});

it('a glob that a regular expression would try for years is judged at once', () => {
  expect(isGlobOf(`${'**a'.repeat(100)}b`, 'a'.repeat(2_000))).toBe(false);
});
