import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { CommandsContext, createCommandRegistry } from '../../../src/views/parts/commands.ts';
import { RowSecurityNote } from '../../../src/views/tables/RowSecurityNote.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';

const commands = createCommandRegistry();
const show = (table: Partial<TableDetail>, isShown = true) =>
  render(
    <InApp app={startTestApp()}>
      <CommandsContext value={commands}>
        <RowSecurityNote projectRef="abc" table={{ ...boats, ...table }} isShown={isShown} />
      </CommandsContext>
    </InApp>,
  );
const link = () => screen.queryByRole('link', { name: 'Create policy' })?.getAttribute('href') ?? null;
const labels = () => commands.list().map(({ label }) => label);
const example = '/project/abc/sql?example=policy&schema=public&table=boats';

afterEach(cleanup);

it('offers an example policy where apps see no rows for want of one', () => {
  show({ policies: 0 });
  expect(screen.getByText(/^Row level security is on without a policy, so apps see no rows\./)).toBeTruthy();
  expect(link()).toBe(example);
  expect(commands.list()).toMatchObject([{ label: 'Create policy for boats', action: { to: example } }]);
});

it('leaves one more policy to the command palette', () => {
  show({ policies: 1 });
  expect(document.body.textContent).toBe('');
  expect(labels()).toEqual(['Create policy for boats']);
});

it('offers none that would have no effect', () => {
  show({ rowSecurity: false, policies: 0 });
  expect(screen.getByText(/^Row level security is off\./)).toBeTruthy();
  expect([link(), labels()]).toEqual([null, []]);
  cleanup();
  show({ schema: 'internal', policies: 0 });
  expect(screen.getByText(/so apps see no rows/)).toBeTruthy();
  expect([link(), labels()]).toEqual([null, []]);
  cleanup();
  show({ kind: 'view', rowSecurity: false, policies: 0 });
  expect([document.body.textContent, labels()]).toEqual(['', []]);
});

it('is silent while the rows are those of another role', () => {
  show({ policies: 0 }, false);
  expect(document.body.textContent).toBe('');
});
