import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplicationError } from '../../../src/views/parts/ApplicationError.tsx';
import { ErrorBoundary } from '../../../src/views/parts/ErrorBoundary.tsx';
import { TraceContext } from '../../../src/views/parts/trace.context.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';

function Broken({ error }: { error: Error }): never {
  throw error;
}

const text = () => screen.getByRole('alert').textContent;

describe('the error screen', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('stands for a view that cannot be drawn, with the specification’s words and the error’s message', () => {
    render(
      <ErrorBoundary>
        <Broken error={new Error('A view has a fault.')} />
      </ErrorBoundary>,
    );
    expect(text()).toContain(
      'Application error: a client-side exception has occurred (see browser console for more information)',
    );
    expect(text()).toContain('A view has a fault.');
    expect(screen.queryByText(/translation/)).toBeNull();
  });

  it.each([
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
  ])('hints at translation and browser extensions for %j', (message) => {
    render(
      <ErrorBoundary>
        <Broken error={new Error(message)} />
      </ErrorBoundary>,
    );
    expect(text()).toMatch(/page translation or a browser extension/);
  });

  it('takes only the part of the page that it stands for', () => {
    render(
      <>
        <p>The rest</p>
        <ErrorBoundary>
          <Broken error={new Error('A view has a fault.')} />
        </ErrorBoundary>
      </>,
    );
    expect(screen.getByText('The rest').textContent).toBe('The rest');
  });

  it('goes with what it stood for', () => {
    const { rerender } = render(
      <ErrorBoundary key="one">
        <Broken error={new Error('A view has a fault.')} />
      </ErrorBoundary>,
    );
    rerender(
      <ErrorBoundary key="other">
        <p>Another screen</p>
      </ErrorBoundary>,
    );
    expect(screen.queryByRole('alert')).toBeNull();
    void screen.getByText('Another screen');
  });

  const reportLink = () => new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Report to support' }).href);

  it('reports to support with the category, what failed, where, and the stack', () => {
    history.replaceState(null, '', '/project/abc/sql');
    const error = new Error('A view has a fault.');
    render(<ApplicationError error={error} />);
    const { pathname, searchParams } = reportLink();
    expect(pathname).toBe('/support/new');
    expect(Object.fromEntries(searchParams)).toEqual({
      category: 'dashboard_bug',
      subject: 'A view has a fault.',
      message: `Path: /project/abc/sql\n\n${error.stack}`.slice(0, 3_100),
      project_ref: 'abc',
    });
  });

  it('reports whatever was thrown, in an address that is never too long', () => {
    const error = new Error('m'.repeat(10_000));
    for (const thrown of [error, 'boom', { code: 500, message: 'Down' }, null]) {
      render(<ApplicationError error={thrown} />);
      expect(reportLink().href.length).toBeLessThan(8_000);
      cleanup();
    }
  });

  it('keeps the trace for the support form when it is reported, and hands it out as a file', () => {
    const trace = { save: vi.fn<() => void>(), keep: vi.fn<() => void>() };
    render(
      <TraceContext value={trace}>
        <ApplicationError error={new Error('A view has a fault.')} />
      </TraceContext>,
    );
    const link = screen.getByRole('link', { name: 'Report to support' });
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    fireEvent.click(screen.getByRole('button', { name: 'Save trace' }));
    expect([trace.keep.mock.calls.length, trace.save.mock.calls.length]).toEqual([1, 1]);
  });

  it('leads back to the dashboard outside production', () => {
    render(
      <InApp app={startTestApp()}>
        <ApplicationError error={new Error('A view has a fault.')} />
      </InApp>,
    );
    expect(screen.getByRole('link', { name: 'Return to dashboard' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Reload dashboard' })).toBeNull();
  });

  it('reloads the dashboard on request', () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    render(<ApplicationError error={new Error('A view has a fault.')} />);
    fireEvent.click(screen.getByRole('button', { name: 'Reload dashboard' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['a thrown string', 'boom', 'boom'],
    ['a failure', { code: 500, message: 'Down' }, 'Down'],
    ['nothing', undefined, 'undefined'],
  ])('has words for %s', (_, error, words) => {
    render(<ApplicationError error={error} />);
    expect(text()).toContain(words);
  });
});
