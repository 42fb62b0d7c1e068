import { act, cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { patchDomForTranslators } from '../../../src/services/browser/pageTranslation.ts';
import { ErrorBoundary } from '../../../src/views/parts/ErrorBoundary.tsx';

interface Shown {
  count: number;
  late: boolean;
  unit: string | null;
  tag: boolean;
}
const first: Shown = { count: 7, late: true, unit: 'rows', tag: false };

/** Text beside text, text that comes and goes, and an element before a text: all that React holds text nodes for. */
const Line = ({ count, late, unit, tag }: Shown) => (
  <p>
    {count} {unit}
    {late ? ' after a while' : null}
    {tag && <b>slow</b>}
    {late ? 'Reading ' : 'Done '}
    <i>now</i>
  </p>
);

const font = (...children: (Node | string)[]): HTMLElement => {
  const element = document.createElement('font');
  element.append(...children);
  return element;
};

const manners: Readonly<Record<string, (text: Text) => void>> = {
  'puts a stand-in in a text’s place': (text) => text.replaceWith(font(font(text.data.toUpperCase()))),
  'puts a stand-in beside a text, then takes the text out': (text) => {
    text.before(font(font(text.data.toUpperCase())));
    text.remove();
  },
  'moves a text into an element': (text) => {
    const wrapper = font();
    text.before(wrapper);
    wrapper.append(text);
    text.data = text.data.toUpperCase();
  },
};

function texts(node: Node): Text[] {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** Translates what is there, and lets those who watch the page see it. */
async function translate(container: HTMLElement, manner: (text: Text) => void): Promise<void> {
  await act(async () => {
    texts(container)
      .filter((text) => text.data.trim() !== '' && text.parentElement?.localName !== 'font')
      .forEach(manner);
  });
}

const steps: readonly Shown[] = [
  { ...first, late: false },
  { ...first, late: true, tag: true },
  { count: 5, late: true, unit: null, tag: true },
  { count: 12, late: false, unit: 'rows', tag: false },
  { ...first, count: 3 },
  { count: 3, late: false, unit: null, tag: true },
  first,
];
const wordsOf = (shown: Shown): string => {
  const { container, unmount } = render(<Line {...shown} />);
  const words = container.textContent;
  unmount();
  return words;
};

afterEach(cleanup);

describe('without the guard', () => {
  it('React breaks on what a translator did', async () => {
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    const { container, rerender } = render(
      <ErrorBoundary>
        <Line {...first} />
      </ErrorBoundary>,
    );
    await translate(container, manners['puts a stand-in in a text’s place']!);
    expect(() =>
      rerender(
        <ErrorBoundary>
          <Line {...first} late={false} unit={null} />
        </ErrorBoundary>,
      ),
    ).not.toThrow();
    expect(container.textContent).toContain('Application error');
    complain.mockRestore();
  });
});

describe('with the guard', () => {
  const { removeChild, insertBefore } = Node.prototype;
  beforeAll(() => patchDomForTranslators(document));
  afterAll(() => {
    Object.assign(Node.prototype, { removeChild, insertBefore });
  });

  it.each(Object.entries(manners))('a translator that %s leaves no old word and breaks nothing', async (_, manner) => {
    const { container, rerender, unmount } = render(<Line {...first} />);
    for (const shown of steps) {
      await translate(container, manner);
      expect(container.querySelectorAll('font').length).toBeGreaterThan(2);
      await act(async () => rerender(<Line {...shown} />));
      expect(container.textContent.toLowerCase()).toBe(wordsOf(shown).toLowerCase());
    }
    await translate(container, manner);
    unmount();
    expect(container.textContent).toBe('');
  });

  it('a text that goes leaves the other words that a translator has put into its element', () => {
    const [parent, merged] = [document.createElement('p'), font()];
    const [reading, rows] = [document.createTextNode('Reading '), document.createTextNode('rows')];
    parent.append(merged);
    merged.append(reading, rows);
    parent.removeChild(reading);
    expect(parent.innerHTML).toBe('<font>rows</font>');
    parent.removeChild(rows);
    expect(parent.innerHTML).toBe('');
  });

  it('what nobody put there is still refused', () => {
    const [parent, stranger] = [document.createElement('div'), document.createTextNode('stranger')];
    expect(() => parent.removeChild(stranger)).toThrow(/not a child/);
    expect(() => parent.insertBefore(document.createElement('b'), stranger)).toThrow(/not a child/);
  });
});
