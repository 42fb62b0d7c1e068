import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Banner } from '../../../src/views/ambient/Banner.tsx';
import { Button } from '../../../src/views/ui/Button.tsx';

afterEach(cleanup);

const Page = ({ bar }: { bar: 'idle' | 'asking' | 'gone' }) => (
  <StrictMode>
    {bar !== 'gone' && (
      <Banner tone="warning" actions={<Button loading={bar === 'asking'}>Check again</Button>}>
        The clock is wrong.
      </Banner>
    )}
    <main id="main" tabIndex={-1}>
      <input aria-label="Name" />
    </main>
  </StrictMode>
);

/** A browser takes the focus from what is disabled; the tests' own does not. */
const loseFocus = () =>
  act(() => {
    (document.activeElement as HTMLElement).blur();
  });

describe('a banner that goes', () => {
  it('hands the focus on to the page’s content when it was used, though its button was disabled meanwhile', () => {
    const { rerender } = render(<Page bar="idle" />);
    act(() => screen.getByRole('button').focus());
    rerender(<Page bar="asking" />);
    loseFocus();
    rerender(<Page bar="gone" />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('hands on the focus that is in it', () => {
    const { rerender } = render(<Page bar="idle" />);
    act(() => screen.getByRole('button').focus());
    rerender(<Page bar="gone" />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('leaves the focus where somebody has gone on meanwhile', () => {
    const { rerender } = render(<Page bar="idle" />);
    act(() => screen.getByRole('button').focus());
    act(() => screen.getByLabelText('Name').focus());
    rerender(<Page bar="gone" />);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('takes no focus when nobody was at work in it', () => {
    const { rerender } = render(<Page bar="idle" />);
    rerender(<Page bar="gone" />);
    expect(document.activeElement).toBe(document.body);
  });
});
