/** What the page of a table says and bounds where a table has no key, or as many columns as there can be. */
import { setImmediate } from 'node:timers/promises';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { ColumnsMenu } from '../../../src/views/tables/ColumnsMenu.tsx';
import { RowFooter } from '../../../src/views/tables/RowFooter.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, column, twoBoats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

describe('a table', () => {
  it.for([
    [['id'], '2 rows on this page'],
    [[], '2 rows on this page, read by offset'],
  ] as const)('with the key %j says how its pages are read', async ([key, words]) => {
    const rows = createActor(
      tableRowsMachine.provide({ actors: { readRows: fromPromise(() => Promise.resolve(twoBoats)) } }),
      {
        input: {
          ref: 'abc',
          id: boats.id,
          port: recordingPort(),
          parent: createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>,
          columns: twoBoats.columns,
          key,
          address: wholeTable,
        },
      },
    ).start();
    render(
      <InApp app={startTestApp()}>
        <RowFooter rows={rows} table={{ ...boats, key: [...key] }}>
          {null}
        </RowFooter>
      </InApp>,
    );
    await act(() => setImmediate());
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Last page' }) !== null).toBe(key.length > 0);
  });

  it('of 1,600 columns lists a part of them in its menu, those that are hidden first', async () => {
    const columns = Array.from({ length: 1_600 }, (_, n) => column(`c${n + 1}`, 'integer'));
    const shown: (readonly string[])[] = [];
    render(
      <InApp app={startTestApp()}>
        <ColumnsMenu
          columns={columns}
          hidden={['c1500']}
          onHidden={(hidden) => shown.push(hidden)}
          onReset={() => {}}
        />
      </InApp>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Columns (1 hidden)' }));
    await act(() => setImmediate());
    const listed = screen.getAllByRole('menuitemcheckbox');
    expect([listed.length, listed[0]?.textContent]).toEqual([200, expect.stringContaining('c1500')]);
    expect(screen.getByText('1400 more: hide them by the menu of their header')).toBeTruthy();
    fireEvent.click(listed[0]!);
    expect(shown).toEqual([[]]);
  });
});
