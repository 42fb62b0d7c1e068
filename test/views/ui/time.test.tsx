import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Time, timeWords } from '../../../src/views/ui/Time.tsx';
import { readingOf } from '../../../src/views/ui/timeZone.ts';
import { tipOf } from '../../../src/views/ui/tips.ts';

const moment = '2026-03-01T22:30:00Z';
const { dataset } = document.documentElement;

afterEach(() => {
  cleanup();
  delete dataset['timeZone'];
});

describe('a time', () => {
  it('is shown in the time zone that the user chose, from the moment of the choice on', async () => {
    dataset['timeZone'] = 'UTC';
    render(<Time value={moment} />);
    const time = screen.getByText('Mar 1, 2026, 22:30:00');
    expect(tipOf([time])?.lines).toEqual(['Mar 1, 2026, 22:30:00 UTC, 2026-03-01 22:30:00 UTC']);
    await act(async () => {
      dataset['timeZone'] = 'Asia/Tokyo';
    });
    expect(screen.getByText('Mar 2, 2026, 07:30:00')).toBeTruthy();
  });

  it('belongs to today, and to this year, in that time zone', () => {
    dataset['timeZone'] = 'Asia/Tokyo';
    const now = new Date('2026-03-02T14:00:00Z');
    expect(timeWords(new Date(moment), 'short', now)).toBe('07:30');
    dataset['timeZone'] = 'UTC';
    expect(timeWords(new Date(moment), 'short', now)).toBe('Mar 1');
    expect(timeWords(new Date('2025-12-31T23:30:00Z'), 'short', now)).toBe('Dec 2025');
  });

  it('is what the clocks of the device show, where the user chose no zone', () => {
    const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    expect(timeWords(new Date(moment), 'full')).toBe('Mar 2, 2026, 04:00:00');
    offset.mockReturnValue(600);
    expect(timeWords(new Date(moment), 'full')).toBe('Mar 1, 2026, 12:30:00');
    offset.mockRestore();
  });

  it.each(['', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'reads as the browser would write it (%s)',
    (zone) => {
      const timeZone = zone || undefined;
      const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
      const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23', timeZone });
      // Every month of two years, at all hours, with the nights in which clocks change.
      for (let ms = Date.UTC(2023, 11, 30); ms < Date.UTC(2026, 0, 3); ms += 37 * 3_600_000 + 61_000) {
        const date = new Date(ms);
        expect(readingOf(date, zone)).toMatchObject({ day: day.format(date), clock: clock.format(date) });
      }
    },
  );

  it('is shown in the device’s own time zone where this browser does not know the chosen one', () => {
    const expected = timeWords(new Date(moment), 'full');
    dataset['timeZone'] = 'Mars/Olympus';
    expect(timeWords(new Date(moment), 'full')).toBe(expected);
  });
});
