import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useRouteFocus } from '../../../src/views/ui/focus/useRouteFocus.ts';

function Page({ path, deep = true, title = null }: { path: string; deep?: boolean; title?: string | null }) {
  const content = useRef<HTMLElement>(null);
  const voice = useRef<HTMLDivElement>(null);
  useRouteFocus(path, { content, voice });
  useLayoutEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  return (
    <>
      <a href="/other">Other page</a>
      <input aria-label="Search" />
      <div ref={voice} data-testid="voice" />
      <main ref={content} tabIndex={-1}>
        <section>
          <div>{deep && <button type="button">Deep inside</button>}</div>
        </section>
      </main>
    </>
  );
}

/** Lets the frame after a navigation pass, and every observer hear what has changed. */
const passFrame = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      }),
  );
const focused = () => document.activeElement;
const content = () => screen.getByRole('main');

describe.each([
  ['the focus after a navigation', false],
  ['the focus after a navigation, in development', true],
] as const)('%s', (_, reactStrictMode) => {
  let rerender: ReturnType<typeof render>['rerender'];
  beforeEach(() => {
    document.title = 'Basechart';
    ({ rerender } = render(<Page path="/one" title="Page before · Basechart" />, { reactStrictMode }));
  });
  afterEach(cleanup);

  it('stays where it is as long as the page is the same', async () => {
    screen.getByRole('link').focus();
    rerender(<Page path="/one" />);
    await passFrame();
    expect(focused()).toBe(screen.getByRole('link'));
  });

  it('goes to the content that replaces the form of a sign-in, and not to that of a page load', async () => {
    cleanup();
    document.title = 'Basechart';
    render(<Page path="/projects" />, { reactStrictMode });
    await passFrame();
    expect(focused()).toBe(document.body);
    cleanup();
    document.title = 'Sign in · Basechart';
    render(<Page path="/projects" title="Projects · Basechart" />, { reactStrictMode });
    await passFrame();
    expect(focused()).toBe(content());
    expect(screen.getByTestId('voice').textContent).toBe('Projects');
  });

  it.each([
    ['that nothing had', () => {}],
    ['of a link', () => screen.getByRole('link').focus()],
  ])('goes to the content: the focus %s', async (_name, focus) => {
    focus();
    rerender(<Page path="/two" />);
    await passFrame();
    expect(focused()).toBe(content());
  });

  it('stays in a field that the user types into', async () => {
    screen.getByLabelText('Search').focus();
    rerender(<Page path="/two" />);
    await passFrame();
    expect(focused()).toBe(screen.getByLabelText('Search'));
  });

  it('goes to the content when the page takes away what had it, however deep that was', async () => {
    screen.getByText('Deep inside').focus();
    rerender(<Page path="/two" />);
    await passFrame();
    expect(focused()).toBe(screen.getByText('Deep inside'));
    rerender(<Page path="/two" deep={false} />);
    await passFrame();
    expect(focused()).toBe(content());
  });

  it('is the user’s own as soon as a key is pressed', async () => {
    screen.getByText('Deep inside').focus();
    rerender(<Page path="/two" />);
    await passFrame();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    rerender(<Page path="/two" deep={false} />);
    await passFrame();
    expect(focused()).toBe(document.body);
  });

  it('comes with the name of the page, read out once it is known', async () => {
    rerender(<Page path="/two" />);
    await passFrame();
    // Code that the page asks for is not its name.
    document.head.append(document.createElement('link'));
    await passFrame();
    expect(screen.getByTestId('voice').textContent).toBe('');
    document.title = 'Projects · Basechart';
    await passFrame();
    expect(screen.getByTestId('voice').textContent).toBe('Projects');
  });

  it('comes with the name of a page that is called like the one before', async () => {
    rerender(<Page path="/two" />);
    await passFrame();
    document.title = 'Page before · Basechart';
    await passFrame();
    expect(screen.getByTestId('voice').textContent).toBe('Page before');
  });

  it('comes with the name of a page that was there at once', async () => {
    rerender(<Page path="/two" title="Orders · Basechart" />);
    await passFrame();
    expect(screen.getByTestId('voice').textContent).toBe('Orders');
  });
});
