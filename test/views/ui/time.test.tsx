import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Time, timeWords } from '../../../src/views/ui/Time.tsx';
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

  it('is shown in the device’s own time zone where this browser does not know the chosen one', () => {
    const expected = timeWords(new Date(moment), 'full');
    dataset['timeZone'] = 'Mars/Olympus';
    expect(timeWords(new Date(moment), 'full')).toBe(expected);
  });
});
