import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Trace } from '../../../src/inspector/trace/trace.ts';
import { TracePreview } from '../../../src/views/inspector/TracePreview.tsx';
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

  it('has the motif where it stands for the page, and none where it stands for a part of it', async () => {
    const { container } = render(<ApplicationError error={new Error('A view has a fault.')} />);
    await waitFor(() => expect(container.querySelector('svg[viewBox="0 0 160 68"]')).toBeTruthy());
    cleanup();
    const { container: part } = render(<ApplicationError error={new Error('No rows.')} failedPart="Rows" />);
    expect(part.querySelector('svg[viewBox="0 0 160 68"]')).toBeNull();
  });

  it.each([
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
    'Node.removeChild: The node to be removed is not a child of this node',
    'Node.insertBefore: Child to insert before is not a child of this node',
    'The object can not be found here.',
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

  it('keeps the trace for the support form when it is reported', () => {
    const keep = vi.fn<() => void>();
    render(
      <TraceContext value={{ preview: () => Promise.reject(new Error('Nobody asked')), keep }}>
        <ApplicationError error={new Error('A view has a fault.')} />
      </TraceContext>,
    );
    const link = screen.getByRole('link', { name: 'Report to support' });
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(keep).toHaveBeenCalledOnce();
  });

  it('shows all that a trace contains before it can be saved, and saves what it shows', async () => {
    const trace: Trace = {
      format: 'basechart-trace-1',
      version: '1.2.3',
      takenAt: 1_000,
      actors: [{ session: 'x:0', id: 'query', parent: null, machine: 'sqlRun', start: null }],
      events: [
        {
          seq: 7,
          at: 1_000,
          actor: 'x:0',
          from: null,
          event: { type: 'run.requested', name: 'project-3' },
          after: { status: 'active', value: 'running' },
          transitions: [],
        },
      ],
    };
    const save = vi.fn<() => void>();
    render(
      <TraceContext value={{ preview: () => Promise.resolve(<TracePreview trace={trace} save={save} />), keep() {} }}>
        <ApplicationError error={new Error('A view has a fault.')} />
      </TraceContext>,
    );
    expect(screen.queryByRole('button', { name: 'Save trace' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Preview trace' }));
    const entries = await screen.findByRole('region', { name: 'Entries of the trace' });
    const titles = within(entries).getAllByRole('listitem');
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Actorquery',
      expect.stringMatching(/^\d\d:\d\d:\d\dquery ← run\.requested$/),
    ]);
    const whole: unknown[] = [];
    for (const details of entries.querySelectorAll('details')) {
      details.open = true;
      fireEvent(details, new Event('toggle'));
      whole.push(JSON.parse(details.querySelector('pre')!.textContent));
    }
    expect(whole).toEqual([...trace.actors, ...trace.events]);

    fireEvent.click(screen.getByRole('button', { name: 'Save trace' }));
    expect(save).toHaveBeenCalledOnce();
  });

  it('says so when the trace cannot be shown, and tries again', async () => {
    const preview = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('No such file')));
    render(
      <TraceContext value={{ preview, keep() {} }}>
        <ApplicationError error={new Error('A view has a fault.')} />
      </TraceContext>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Preview trace' }));
    expect(await screen.findByText(/^Could not load the trace/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Preview trace' }));
    expect(screen.queryByText(/^Could not load the trace/)).toBeNull();
    expect(preview).toHaveBeenCalledTimes(2);
    expect(await screen.findByText(/^Could not load the trace/)).toBeDefined();
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
