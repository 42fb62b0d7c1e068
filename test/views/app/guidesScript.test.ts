/** What `guides.js` does to a page of the guides, in a window of its own: its listeners would stay in the shared one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, it, onTestFinished } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../../public/guides.js'), 'utf8');
const windowHeight = 800;
const sections = ['First', 'Ünder', 'Last'];

/** A guide whose sections are at these places, opened at a fragment. */
function openGuide({ hash = '', places = [100, 300, 500], height = windowHeight }) {
  const window = new Window({
    url: `https://example.com/guides/policies${hash}`,
    height: windowHeight,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  onTestFinished(() => window.happyDOM.close());
  const { document } = window;
  document.documentElement.dataset['theme'] = 'dark';
  document.body.innerHTML = `
    <form role="search"><input /></form>
    <nav class="contents">${sections.map((name) => `<a href="#${encodeURIComponent(name)}">${name}</a>`).join('')}</nav>
    ${sections.map((name) => `<h2 id="${name}">${name}</h2>`).join('')}`;
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: height });
  for (const [at, heading] of [...document.querySelectorAll('h2')].entries())
    heading.getBoundingClientRect = () => new window.DOMRect(0, places[at]! - window.scrollY, 600, 30);
  window.eval(script);
  return {
    window,
    scrollTo(top: number) {
      window.scrollTo(0, top);
      window.dispatchEvent(new window.Event('scroll'));
    },
    follow(name: string) {
      window.location.hash = name;
      window.dispatchEvent(new window.Event('hashchange'));
    },
    read: () => [...document.querySelectorAll('[aria-current=location]')].map(({ textContent }) => textContent),
  };
}

it.each(['#%', '#100%', '#%E0%A4%A', '#nowhere'])('works at the fragment %s, which names no section', (hash) => {
  const { window, read } = openGuide({ hash });
  expect(read()).toEqual(['First']);
  window.dispatchEvent(new window.KeyboardEvent('keydown', { key: '/' }));
  expect(window.document.activeElement).toBe(window.document.querySelector('input'));
  window.dispatchEvent(new window.Event('beforeprint'));
  expect(window.document.documentElement.dataset['theme']).toBe('light');
});

it('marks the first section of a guide that fits the window, or the one that was chosen', () => {
  const { read, follow } = openGuide({});
  expect(read()).toEqual(['First']);
  for (const name of ['Last', 'Ünder', 'First']) {
    follow(name);
    expect(read()).toEqual([name]);
  }
  expect(openGuide({ hash: '#%C3%9Cnder' }).read()).toEqual(['Ünder']);
});

it('marks the section that is being read, and at the end the last one or the one that was chosen', () => {
  const { read, scrollTo, follow } = openGuide({ places: [100, 900, 1000], height: windowHeight + 400 });
  expect(read()).toEqual(['First']);
  scrollTo(300);
  expect(read()).toEqual(['First']);
  scrollTo(400);
  expect(read()).toEqual(['Last']);
  follow('Ünder');
  expect(read()).toEqual(['Ünder']);
  scrollTo(0);
  expect(read()).toEqual(['First']);
});
