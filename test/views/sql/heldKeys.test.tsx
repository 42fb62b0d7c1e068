import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdKeys, takeKeys } from '../../../src/views/sql/heldKeys.ts';

type Press = Parameters<typeof fireEvent.keyDown>[1];

const heard = vi.fn<(key: string) => void>();
/** Whether the key did what it does elsewhere. */
const press = (key: string, given?: Press) => fireEvent.keyDown(screen.getByRole('button'), { key, ...given });
const type = (text: string) => [...text].forEach((key) => press(key));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <button type="button" onKeyDown={({ key }) => heard(key)}>
      New query
    </button>,
  );
});
afterEach(() => {
  takeKeys();
  cleanup();
  heard.mockClear();
  vi.useRealTimers();
});

describe('keys that are held', () => {
  it('are the text that the user types, and do nothing elsewhere', () => {
    holdKeys();
    type('select 1 äx');
    press('Backspace');
    expect(press('Enter')).toBe(false);
    press('@', { ctrlKey: true, altKey: true, modifierAltGraph: true } as Press);
    expect(heard).not.toHaveBeenCalled();
    expect(takeKeys()).toBe('select 1 ä\n@');
  });

  it('are not those of shortcuts, of an input method, or without a text', () => {
    holdKeys();
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(press('k', { metaKey: true })).toBe(true);
    expect(press('a', { isComposing: true })).toBe(true);
    expect(press('Escape')).toBe(true);
    expect(heard.mock.calls.flat()).toEqual(['k', 'k', 'a', 'Escape']);
    expect(takeKeys()).toBe('');
  });

  it('do not repeat the key that asked for the query', () => {
    holdKeys();
    expect(press('Enter', { repeat: true })).toBe(false);
    expect(takeKeys()).toBe('');
  });

  it('go on to the page once an editor has taken them, and only then', () => {
    holdKeys();
    type('a');
    expect(takeKeys()).toBe('a');
    type('b');
    expect(heard.mock.calls.flat()).toEqual(['b']);
    expect(takeKeys()).toBeNull();
  });

  it('go on to the page where no editor appears', () => {
    holdKeys();
    type('a');
    vi.advanceTimersByTime(3_000);
    type('b');
    expect(heard.mock.calls.flat()).toEqual(['b']);
    expect(takeKeys()).toBeNull();
  });

  it('go on to what the user has pressed meanwhile', () => {
    holdKeys();
    type('a');
    fireEvent.pointerDown(screen.getByRole('button'));
    type('b');
    expect(heard.mock.calls.flat()).toEqual(['b']);
    expect(takeKeys()).toBe('a');
  });

  it('wait as long when the query is asked for twice', () => {
    holdKeys();
    type('a');
    vi.advanceTimersByTime(2_000);
    holdKeys();
    type('b');
    vi.advanceTimersByTime(2_000);
    expect(takeKeys()).toBe('ab');
  });
});
