import { expect, it } from 'vitest';
import { matchesFingerprint, fingerprintOf } from '../../../src/contract/sql/textFingerprint.ts';

it('knows a text again, and no other one of its length', () => {
  const text = 'select * from comets where name = $1;\n'.repeat(1_000);
  const fingerprint = fingerprintOf(text);
  expect(matchesFingerprint(fingerprint, `${text} `.slice(0, -1))).toBe(true);
  for (const at of [0, 1, 500, text.length - 1]) {
    const other = `${text.slice(0, at)}~${text.slice(at + 1)}`;
    expect(matchesFingerprint(fingerprint, other)).toBe(false);
  }
  expect(matchesFingerprint(fingerprint, `${text} `)).toBe(false);
  const hashes = Array.from({ length: 20_000 }, (_, n) => fingerprintOf(String(n).padStart(6, '0')).hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(matchesFingerprint(fingerprintOf(''), '')).toBe(true);
});
