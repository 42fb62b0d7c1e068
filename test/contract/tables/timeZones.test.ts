import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atClockOf, inZone, zoneNames } from '../../../src/contract/tables/timeZones.ts';

test('a moment is shown at the clock of a zone, with all its digits', () => {
  expect(inZone('2024-07-01 12:00:00.123456+00', 'Europe/Berlin')).toBe('2024-07-01 14:00:00.123456+02');
  expect(inZone('2024-12-31 23:30:00+00', 'Asia/Kolkata')).toBe('2025-01-01 05:00:00+05:30');
  expect(inZone('2024-01-01 00:00:00-03:30', 'UTC')).toBe('2024-01-01 03:30:00+00');
  expect(inZone('2024-01-01 00:00:00+00', 'America/New_York')).toBe('2023-12-31 19:00:00-05');
});

test('what no clock shows stays as it is', () => {
  for (const text of ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '12024-01-01 00:00:00+00', 'half a tex'])
    expect(inZone(text, 'Europe/Berlin')).toBe(text);
});

test('a text without a zone is at the clock that is shown', () => {
  expect(atClockOf('2024-07-01 12:00', 'Europe/Berlin')).toBe('2024-07-01 12:00 Europe/Berlin');
  expect(atClockOf('2024-07-01', 'UTC')).toBe('2024-07-01 UTC');
  for (const text of ['2024-07-01 12:00+02', '2024-07-01 12:00 UTC', 'now', 'infinity'])
    expect(atClockOf(text, 'Europe/Berlin')).toBe(text);
});

test('the same moment comes back from every zone', () => {
  const moment = fc.tuple(
    fc.date({ min: new Date('1850-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
    fc.nat(999_999),
  );
  fc.assert(
    fc.property(moment, fc.constantFrom(...zoneNames()), ([date, micros], zone) => {
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}.${String(micros).padStart(6, '0')}+00`;
      expect(inZone(inZone(text, zone), 'UTC')).toBe(text);
    }),
    { seed: 5, numRuns: 300 },
  );
});
