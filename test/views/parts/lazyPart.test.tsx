// @vitest-environment happy-dom
import { cleanup, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyPart } from '../../../src/views/parts/lazyPart.ts';

afterEach(cleanup);

const shownWith = (load: () => Promise<ComponentType<{ name: string }>>, Missing?: () => ReactNode) => {
  const Part = lazyPart(load, Missing);
  render(
    <>
      <p>The page</p>
      <Suspense fallback="Loading">
        <Part name="Ada" />
      </Suspense>
    </>,
  );
};
const offline = () => Promise.reject(new Error('offline'));

it('shows the part with what it is given', async () => {
  shownWith(() => Promise.resolve(({ name }) => <p>Hello {name}</p>));
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});

it('leaves the page as it is where the part cannot be loaded, and shows what stands in for it', async () => {
  shownWith(offline, () => <p>Not loaded.</p>);
  expect(await screen.findByText('Not loaded.')).toBeTruthy();
  expect(screen.getByText('The page')).toBeTruthy();
});

it('shows nothing where nothing stands in for it', async () => {
  shownWith(offline);
  await waitForElementToBeRemoved(() => screen.queryByText('Loading'));
  expect(document.body.textContent).toBe('The page');
});
