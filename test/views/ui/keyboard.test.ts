import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchKeys, type Pressed } from '../../../src/services/browser/keyboard.ts';

let heard: Pressed[];
let stop: () => void;

beforeEach(() => {
  heard = [];
  stop = watchKeys((told) => heard.push(told) > 0);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** Presses a key in the last element of what is on the page; tells whether the browser may still act on it. */
function press(html: string, key: string, held: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = html;
  const target = [...document.body.querySelectorAll('*')].at(-1)!;
  return target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
}

describe('the keyboard', () => {
  it('tells what is pressed on the page, and keeps from the browser what is taken', () => {
    expect(press('<main></main>', 'g')).toBe(false);
    expect(heard).toEqual([{ stroke: 'G', inField: false, inDialog: false }]);
  });

  it.each([
    '<input type="password">',
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable="true"></div>',
    '<div role="textbox" contenteditable="true"><div></div></div>',
    '<div role="menu"><a></a></div>',
  ])('tells nobody what is typed into %s', (html) => {
    press(html, 'p');
    expect(heard).toEqual([]);
    press(html, 'k', { ctrlKey: true });
    expect(heard).toEqual([{ stroke: 'Mod+K', inField: true, inDialog: false }]);
  });

  it.each(['<input type="checkbox">', '<button></button>', '<a href="/"></a>'])('takes %s for no field', (html) => {
    press(html, '?');
    expect(heard).toEqual([{ stroke: '?', inField: false, inDialog: false }]);
  });

  it('says when a dialog is open', () => {
    press('<div aria-modal="true"><button></button></div>', '?');
    expect(heard).toEqual([{ stroke: '?', inField: false, inDialog: true }]);
  });

  it('leaves alone what somebody else has taken', () => {
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('<main></main>', 'g');
    expect(heard).toEqual([]);
  });
});
