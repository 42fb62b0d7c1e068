/** What the page of a table says and bounds where a table has no key, or as many columns as there can be. */
import { setImmediate } from 'node:timers/promises';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
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
    [['id'], [], '2 rows on this page'],
    [[], [], '2 rows on this page, in no fixed order'],
    [[], [{ column: 'name', descending: false }], '2 rows on this page'],
  ] as const)('with the key %j and the order %j says how its pages are read', async ([key, sorts, words]) => {
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
          address: { ...wholeTable, view: { ...everyRow, sorts: [...sorts] } },
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

  it('of 1,600 columns lists the first of them, and finds the others by name', async () => {
    const columns = Array.from({ length: 1_600 }, (_, n) => column(`c${n + 1}`, 'integer'));
    function Harness() {
      const [hidden, setHidden] = useState<readonly string[]>(['c1500', 'c900', 'c7']);
      return <ColumnsMenu columns={columns} hidden={hidden} onHidden={setHidden} onReset={() => {}} />;
    }
    render(
      <InApp app={startTestApp()}>
        <Harness />
      </InApp>,
    );
    const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('li')!.textContent);
    const search = (text: string) =>
      fireEvent.change(screen.getByLabelText('Search columns'), { target: { value: text } });
    const toggle = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) }));
    fireEvent.click(screen.getByRole('button', { name: 'Columns (3 hidden)' }));
    await act(() => setImmediate());
    expect([names().length, names().at(-1)]).toEqual([200, 'c200integer']);
    expect(screen.getByText('1400 more: search for them by name or type')).toBeTruthy();
    search('C900');
    expect(names()).toEqual(['c900integer']);
    toggle('c900');
    search('c150');
    expect(names()).toHaveLength(11);
    toggle('c1501');
    search('nothing');
    expect(screen.getByText('No column found')).toBeTruthy();
    expect(screen.getByText('1597 of 1600 are shown.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('button', { name: 'Columns (3 hidden)', hidden: true })).toBeTruthy();
  });
});
