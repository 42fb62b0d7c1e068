import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { LogPage } from '../../../src/contract/logs/logLine.ts';
import {
  projectLogsMachine,
  type LogPageRequest,
  type LogViewChosen,
} from '../../../src/machines/logs/projectLogs/projectLogs.machine.ts';
import { Logs } from '../../../src/views/logs/Logs.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { screenInput } from '../../fixtures/screen.ts';
import { lastPage } from '../../flows/logs/projectLogs.model.ts';

afterEach(cleanup);

/** The page at an address, with what it has asked for. */
async function show(query: Record<string, string>, page: LogPage) {
  const asked: LogPageRequest[] = [];
  const flow = createActor(
    projectLogsMachine.provide({
      actors: {
        readLogs: fromPromise<LogPage, LogPageRequest>(async ({ input }) => {
          asked.push(input);
          return page;
        }),
        keepAddress: fromCallback<LogViewChosen, Omit<LogPageRequest, 'before'>>(() => {}),
        watchSight: fromCallback(() => {}),
      },
    }),
    { input: { ...screenInput({ query }), params: { ref: 'abc' } } },
  ).start();
  render(
    <InApp app={startTestApp()}>
      <Logs flow={flow} />
    </InApp>,
  );
  await screen.findByRole('figure');
  return asked;
}

const empty: LogPage = { ...lastPage, lines: [] };

it('looks closer at a bar, and back at the present', async () => {
  const asked = await show({ source: 'auth_logs' }, lastPage);
  const reader = screen.getByRole('slider', { name: 'Log entries by hour' });
  fireEvent.change(reader, { target: { value: '0' } });
  fireEvent.keyDown(reader, { key: 'Enter' });
  expect(asked.at(-1)?.view).toMatchObject({ source: 'auth_logs', range: '1h', to: '2026-11-24T11:59:59.999Z' });
  fireEvent.click(screen.getByRole('button', { name: /^Until / }));
  expect(asked.at(-1)?.view).toMatchObject({ range: '1h', to: null });
  await screen.findByRole('slider', { name: 'Log entries by minute' });
});

it.each([
  ['No entries yet', {}, empty],
  ['No entries match', { search: 'token' }, empty],
  ['No newer entries match', { search: 'token' }, { ...empty, next: '1.1', searched_to: '2026-11-24T11:00:00.000Z' }],
] as const)('says “%s” where there are none', async (title, query, page) => {
  await show(query, page);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Search older entries' }) !== null).toBe(page.next !== null);
});

it('says what is kept, and what the lines of Postgres are not', async () => {
  await show({ source: 'postgres_logs' }, lastPage);
  expect(screen.getByText(/Logs are stored for 7 days, up to 100,000 entries/)).toBeTruthy();
  expect(screen.getByText(/not the log that Postgres writes itself/)).toBeTruthy();
  cleanup();
  await show({}, { ...empty, retention: { days: 7, lines: 0 } });
  expect(screen.getByText(/This server does not store logs/)).toBeTruthy();
  expect(screen.queryByText(/Postgres itself/)).toBeNull();
});

it('says why a range is not available', async () => {
  const optionsOf = async (retention: LogPage['retention']) => {
    cleanup();
    await show({}, { ...empty, retention });
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time range' });
    return [...field.options].map(({ textContent, disabled }) => `${disabled ? 'not ' : ''}${textContent}`);
  };
  expect(await optionsOf({ days: 1, lines: 100, server_days: 90 })).toEqual([
    'Last hour',
    'Last 24 hours',
    'not Last 7 days (Pro plan, 7 days)',
    'not Last 30 days (Team plan, 28 days)',
  ]);
  expect(await optionsOf({ days: 3, lines: 100, server_days: 3 })).toEqual([
    'Last hour',
    'Last 24 hours',
    'Last 7 days',
    'not Last 30 days (This server keeps 3 days)',
  ]);
});
