import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { quickenStyles } from '../../support/quickStyles.ts';

/** What both ways of asking say about every element of the page. */
function compared(page: string, change?: (document: Document) => void) {
  const window = new Window() as unknown as typeof globalThis.window;
  const { document } = window;
  const compute = window.getComputedStyle.bind(window);
  quickenStyles(window);
  document.body.innerHTML = page;
  const answers = () => {
    const elements = [...document.querySelectorAll('*')];
    const of = (ask: typeof compute) =>
      elements.flatMap((element) => {
        const style = ask(element);
        const { display, visibility, opacity } = style;
        const values = ['display', 'visibility', 'opacity'].map((name) => style.getPropertyValue(name));
        return [element.tagName, display, visibility, opacity, ...values].join(' ');
      });
    return { quick: of((element) => window.getComputedStyle(element)), computed: of(compute) };
  };
  const before = answers();
  change?.(document);
  return { before, after: answers() };
}

const page = `
  <main><p>Text <a href="/">and link</a></p><button hidden>Hidden</button><dialog>Closed</dialog><dialog open>Open</dialog>
  <details><summary>Closed</summary></details><details open><summary>Open</summary></details>
  <ul><li style="opacity: 0.5; display: none">Gone</li></ul><select><option>One</option></select><svg><path /></svg>
  <section style="visibility: hidden"><h2>Unseen</h2><b style="visibility: visible">Seen</b></section>
  <table><tbody><tr><td>Cell</td></tr></tbody></table><template>Template</template></main>`;

describe('the quick styles of view tests', () => {
  it('are the computed ones', () => {
    const { quick, computed } = compared(page).before;
    expect(computed).toContain('LI none  0.5 none  0.5');
    expect(computed.filter((line) => line.includes('hidden'))).toHaveLength(2);
    expect(quick).toEqual(computed);
  });
  it.each([
    [
      'an attribute',
      (document: Document) =>
        document.querySelector('main')!.setAttribute('style', 'display: none; visibility: hidden'),
    ],
    [
      'a style sheet',
      (document: Document) => {
        document.head.innerHTML = '<style>p { display: none } main { visibility: hidden }</style>';
      },
    ],
    ['what is open', (document: Document) => document.querySelector('dialog')!.setAttribute('open', '')],
  ])('follow %s', (_, change) => {
    const { before, after } = compared(page, change);
    expect(after.computed).not.toEqual(before.computed);
    expect(after.quick).toEqual(after.computed);
  });
});
