// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { strokeOf, watchStroke } from '../../../src/services/browser/keyboard.ts';

const press = (key: string, held: Partial<KeyboardEvent> & { altGraph?: boolean } = {}): KeyboardEvent =>
  ({
    key,
    code: '',
    repeat: false,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: (name: string) => name === 'AltGraph' && held.altGraph === true,
    ...held,
  }) as unknown as KeyboardEvent;

describe('a key press in the table’s words', () => {
  it.each([
    ['g', {}, 'G'],
    ['G', {}, 'G'],
    ['G', { shiftKey: true }, 'Shift+G'],
    ['?', { shiftKey: true }, '?'],
    ['/', { ctrlKey: true }, 'Mod+/'],
    ['k', { ctrlKey: true }, 'Mod+K'],
    ['K', { ctrlKey: true, shiftKey: true }, 'Mod+Shift+K'],
    ['Enter', { ctrlKey: true }, 'Mod+Enter'],
    [',', {}, ','],
  ])('%s with %o is %s', (key, held, stroke) => {
    expect(strokeOf(press(key, held))).toBe(stroke);
  });

  it('is the letter on the key where the layout is of another script', () => {
    expect(strokeOf(press('п', { code: 'KeyG' }))).toBe('G');
    // On a German keyboard Z lies where others have Y, and Ö where others have a semicolon.
    expect(strokeOf(press('z', { code: 'KeyY' }))).toBe('Z');
    expect(strokeOf(press('ö', { code: 'Semicolon' }))).toBe('Ö');
  });

  it('takes what AltGr types for what it is', () => {
    expect(strokeOf(press('@', { ctrlKey: true, altKey: true, altGraph: true }))).toBe('@');
  });

  it('is none while a key repeats, a word is composed, or only Shift goes down', () => {
    expect(strokeOf(press('g', { repeat: true }))).toBeNull();
    expect(strokeOf(press('g', { isComposing: true }))).toBeNull();
    expect(strokeOf(press('Shift', { shiftKey: true }))).toBeNull();
  });
});

describe('watching one stroke', () => {
  const strike = (key: string, before: (event: KeyboardEvent) => void = () => {}): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    before(event);
    dispatchEvent(event);
    return event;
  };

  it('reports that stroke only, and prevents its default', () => {
    let presses = 0;
    const stop = watchStroke('F9', () => {
      presses += 1;
    });
    expect(strike('F8').defaultPrevented).toBe(false);
    expect(presses).toBe(0);
    expect(strike('F9').defaultPrevented).toBe(true);
    expect(presses).toBe(1);
    strike('F9', (event) => event.preventDefault());
    expect(presses).toBe(1);
    stop();
    strike('F9');
    expect(presses).toBe(1);
  });
});
