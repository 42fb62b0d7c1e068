import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { axisEnd, TimeSeries, type TimeSeriesProps } from '../../../src/views/ui/TimeSeries.tsx';

afterEach(cleanup);

const days = [4, null, 12].map((value, index) => ({ at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(), value }));

const show = (props: Partial<TimeSeriesProps> = {}) =>
  render(
    <TimeSeries
      label="Requests"
      points={days}
      step="day"
      shape="bars"
      describe={(value) => `${value} requests`}
      headline={{ value: '16', caption: 'in three days' }}
      {...props}
    />,
  );

describe('values over time', () => {
  it('can be read without seeing them, all of them and what is not known', () => {
    show();
    const table = screen.getByRole('table', { name: 'Requests by day' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Jan 14 requests', 'Jan 2Unknown', 'Jan 312 requests']);
  });

  it('can be read by keyboard, one after another, in words', () => {
    show();
    const reader = screen.getByRole<HTMLInputElement>('slider', { name: 'Requests by day' });
    expect(reader.getAttribute('aria-valuetext')).toBe('Jan 3: 12 requests');
    expect(screen.getByText('in three days')).toBeTruthy();
    fireEvent.change(reader, { target: { value: '0' } });
    expect(reader.getAttribute('aria-valuetext')).toBe('Jan 1: 4 requests');
    expect(screen.getByText('4 requests', { selector: 'p *' })).toBeTruthy();
    expect(screen.queryByText('in three days')).toBeNull();
    fireEvent.blur(reader);
    expect(screen.getByText('in three days')).toBeTruthy();
  });

  it('can be read under the pointer', () => {
    show();
    const reader = screen.getByRole('slider');
    reader.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
    fireEvent.pointerMove(reader, { clientX: 150 });
    expect(screen.getByText('4 requests', { selector: 'p *' })).toBeTruthy();
    fireEvent.pointerMove(reader, { clientX: 900 });
    expect(screen.getByText('12 requests', { selector: 'p *' })).toBeTruthy();
    fireEvent.pointerLeave(reader);
    expect(screen.getByText('16')).toBeTruthy();
  });

  it('have an axis from zero to a number that is easy to read', () => {
    const { container } = show();
    expect(container.textContent).toContain('200');
    expect([0, 1, 3, 12, 50, 51].map((largest) => axisEnd(largest))).toEqual([1, 1, 5, 20, 50, 100]);
    expect([700, 8.4 * 1024 ** 2].map((largest) => axisEnd(largest, 1024))).toEqual([1024, 16 * 1024 ** 2]);
  });

  it('draw what is small and not nothing, and nothing before the first known value', () => {
    const tiny = [
      { at: '2026-01-01T00:00:00Z', value: 1 },
      { at: '2026-01-02T00:00:00Z', value: 0 },
      { at: '2026-01-03T00:00:00Z', value: 9_999 },
    ];
    const { container } = show({ points: tiny });
    expect([...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))).toEqual([
      '2',
      '0',
      '99.99',
    ]);
    cleanup();
    const area = show({ shape: 'area', points: [{ at: '2025-12-31T00:00:00Z', value: null }, ...tiny] });
    expect([...area.container.querySelectorAll('path')].at(-1)?.getAttribute('d')).toMatch(/^M1 /);
  });

  it('give their place to words where there are none', () => {
    show({ empty: <p>No requests yet</p> });
    expect(screen.getByText('No requests yet')).toBeTruthy();
    expect([screen.queryByRole('table'), screen.queryByRole('slider')]).toEqual([null, null]);
  });
});
