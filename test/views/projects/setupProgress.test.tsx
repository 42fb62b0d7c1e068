import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SetupProgress } from '../../../src/views/projects/SetupProgress.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const total = () => screen.getByRole('heading', { name: 'Setup progress' }).parentElement!.textContent;

it('counts the time of a setup, which is never less than that of its steps', () => {
  render(<SetupProgress setup={{ ended_ms: [174, 20], elapsed_ms: 195 }} since={Date.now() - 195} />);
  expect(screen.getByText('174 ms')).toBeTruthy();
  expect(total()).toBe('Setup progress194 ms');
  vi.advanceTimersByTime(100);
  expect(total()).toBe('Setup progress200 ms');
});
