/** An example of the guides on its way to a project. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { href } from '../../../src/router/href.ts';
import SqlExampleScreen from '../../../src/views/sql/SqlExampleScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { orders } from '../../fixtures/screen.ts';

afterEach(cleanup);

const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

async function show(sql: string | null, answers: Parameters<typeof startTestApp>[0] = {}) {
  history.replaceState(null, '', href('sqlExample', {}, sql === null ? {} : { sql }));
  await act(async () => {
    render(
      <InApp app={startTestApp(answers)}>
        <SqlExampleScreen />
      </InApp>,
    );
  });
}

it('is shown before it opens anywhere, in the project that was used last first', async () => {
  const used = { ...orders, ref: 'used', name: 'Used', last_active_at: '2026-02-02T00:00:00Z' };
  const older = { ...orders, ref: 'older', name: 'Older', last_active_at: '2026-02-01T00:00:00Z' };
  const made = { ...orders, ref: 'made', name: 'Made', last_active_at: null, inserted_at: '2026-01-01T00:00:00Z' };
  await show('select 1', { '/projects': [made, older, used] });
  expect(screen.getByText('The example opens as a new query. Nothing runs until you run it.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Example' }).textContent).toBe('select 1');
  expect(links()).toEqual(
    [used, older, made].map(({ ref, name }) => [name, href('sql', { ref }, { sql: 'select 1' })]),
  );
});

it('needs a project, and says so', async () => {
  await show('select 1', { '/projects': [] });
  expect(screen.getByText('No projects yet')).toBeTruthy();
  expect(links()).toEqual([['Create project', href('projects')]]);
});

it('says where the address has none', async () => {
  await show(null);
  expect(screen.getByText('No example here')).toBeTruthy();
  expect(links()).toEqual([]);
});
