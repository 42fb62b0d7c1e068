import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplicationError } from '../../src/views/ApplicationError.tsx';
import { ErrorBoundary } from '../../src/views/ErrorBoundary.tsx';

function Broken({ error }: { error: Error }): never {
  throw error;
}

const text = () => screen.getByRole('alert').textContent;

describe('the error screen', () => {
  beforeEach(() => { vi.spyOn(console, 'error').mockReturnValue(); });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('stands for a view that cannot be drawn, with the specification’s words and the error’s message', () => {
    render(<ErrorBoundary><Broken error={new Error('A view has a fault.')} /></ErrorBoundary>);
    expect(text()).toContain('Application error: a client-side exception has occurred (see browser console for more information)');
    expect(text()).toContain('A view has a fault.');
    expect(screen.queryByText(/translation/)).toBeNull();
  });

  it.each([
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
  ])('hints at translation and browser extensions for %j', (message) => {
    render(<ErrorBoundary><Broken error={new Error(message)} /></ErrorBoundary>);
    expect(text()).toMatch(/page translation or a browser extension/);
  });

  it('takes only the part of the page that it stands for', () => {
    render(<><p>The rest</p><ErrorBoundary><Broken error={new Error('A view has a fault.')} /></ErrorBoundary></>);
    expect(screen.getByText('The rest').textContent).toBe('The rest');
  });

  it('goes with what it stood for', () => {
    const { rerender } = render(<ErrorBoundary key="one"><Broken error={new Error('A view has a fault.')} /></ErrorBoundary>);
    rerender(<ErrorBoundary key="other"><p>Another screen</p></ErrorBoundary>);
    expect(screen.queryByRole('alert')).toBeNull();
    void screen.getByText('Another screen');
  });

  it('reloads the dashboard on request', () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    render(<ApplicationError error={new Error('A view has a fault.')} />);
    fireEvent.click(screen.getByRole('button', { name: 'Reload dashboard' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([['a thrown string', 'boom', 'boom'], ['a failure', { code: 500, message: 'Down' }, 'Down'], ['nothing', undefined, 'undefined']])('has words for %s', (_, error, words) => {
    render(<ApplicationError error={error} />);
    expect(text()).toContain(words);
  });
});
