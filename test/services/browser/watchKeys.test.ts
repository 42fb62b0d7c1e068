// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchKeys, type Pressed } from '../../../src/services/browser/keyboard.ts';

let heard: Pressed[];
let takes: boolean;
let stop: () => void;

beforeEach(() => {
  heard = [];
  takes = false;
  stop = watchKeys((press) => {
    heard.push(press);
    return takes;
  });
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const put = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.querySelector('[data-here]')!;
};
/** Presses a key there; says whether the browser is to do what it does with it. */
const press = (target: Element, key: string, held: KeyboardEventInit = {}): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));

describe('what is typed', () => {
  it.each([
    '<input data-here>',
    '<input type="password" data-here>',
    '<input type="search" data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<div contenteditable="true"><b data-here>x</b></div>',
    '<div contenteditable="plaintext-only" data-here></div>',
    '<div role="textbox"><span data-here></span></div>',
    '<ul role="listbox"><li role="option" data-here></li></ul>',
    '<div role="menu"><div role="menuitem" data-here></div></div>',
    '<div role="combobox" data-here></div>',
  ])('into %s is told to nobody', (html) => {
    const field = put(html);
    for (const key of ['g', 'G', '?', 'Enter', ' ']) press(field, key);
    press(field, 'Backspace', { altKey: true });
    expect(heard).toEqual([]);
  });

  it('is no typing where it is held with Mod: that is told, as pressed in a field', () => {
    press(put('<input type="password" data-here>'), 'k', { ctrlKey: true });
    expect(heard).toEqual([{ stroke: 'Mod+K', inField: true, inDialog: false }]);
  });

  it.each([
    '<button data-here></button>',
    '<input type="checkbox" data-here>',
    '<a href="/" data-here>x</a>',
    '<main tabindex="-1" data-here></main>',
  ])('at %s is a key press', (html) => {
    press(put(html), 'g');
    expect(heard).toEqual([{ stroke: 'G', inField: false, inDialog: false }]);
  });
});

describe('a key press', () => {
  it('is kept from the browser exactly where somebody takes it', () => {
    const page = put('<main data-here></main>');
    expect(press(page, '/', { ctrlKey: true })).toBe(true);
    takes = true;
    expect(press(page, '/', { ctrlKey: true })).toBe(false);
  });

  it('that somebody else has taken is not told', () => {
    const page = put('<main data-here></main>');
    page.addEventListener('keydown', (event) => event.preventDefault());
    press(page, 'g');
    expect(heard).toEqual([]);
  });

  it('is told where nothing has the focus', () => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'g' }));
    expect(heard).toEqual([{ stroke: 'G', inField: false, inDialog: false }]);
  });

  it('belongs to the page again as soon as a dialog closes, although it still fades', () => {
    const button = put('<button data-here></button><div aria-modal="true" data-state="closed"></div>');
    press(button, 'g');
    expect(heard.at(-1)?.inDialog).toBe(false);
  });

  it('says whether a dialog keeps the keyboard to itself', () => {
    press(put('<div role="dialog" aria-modal="true"><button data-here></button></div>'), 'g');
    expect(heard.at(-1)?.inDialog).toBe(true);
    press(put('<div role="dialog"><button data-here></button></div>'), 'g');
    expect(heard.at(-1)?.inDialog).toBe(false);
  });

  it('is told no more once nobody watches', () => {
    stop();
    press(put('<main data-here></main>'), 'g');
    expect(heard).toEqual([]);
  });
});
