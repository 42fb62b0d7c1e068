import { expect, it } from 'vitest';
import { generatePassword } from '../../../src/services/browser/generatePassword.ts';

it('makes passwords of 16 characters, none like another', () => {
  const passwords = Array.from({ length: 500 }, generatePassword);
  expect(new Set(passwords).size).toBe(500);
  expect(passwords.every((password) => password.length === 16)).toBe(true);
});

it('uses no character that a reader takes for another, or that a connection string would have to escape', () => {
  const used = Array.from({ length: 500 }, generatePassword).join('');
  expect(used).not.toMatch(/[IOl01:/?#@%&+ "'\\]/);
  expect(encodeURIComponent(used)).toBe(used);
});

it('favours none of its characters', () => {
  const counts = new Map<string, number>();
  for (const character of Array.from({ length: 5000 }, generatePassword).join(''))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = 80_000 / counts.size;
  // Six standard deviations: fair dice fail this less than once in a million runs.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});
