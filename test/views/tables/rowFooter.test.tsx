import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import type { RowPage } from '../../../src/contract/tables/rows.ts';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { RowFooter } from '../../../src/views/tables/RowFooter.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

const show = (viewAs: ViewAs | null) => {
  const rows = createActor(tableRowsMachine, {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      parent: createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>,
      columns: [],
      key: ['id'],
      address: { ...wholeTable, viewAs },
    },
  });
  return render(
    <InApp app={startTestApp()}>
      <RowFooter rows={rows} table={boats}>
        {null}
      </RowFooter>
    </InApp>,
  );
};

it('estimates the rows of a table for its developer, and not for a role that may see fewer', () => {
  const { unmount } = show(null);
  expect(screen.getByRole('status').textContent).toBe('About 2 rows');
  unmount();
  show({ role: 'anon', user: null });
  expect(screen.getByRole('status').textContent).toBe('');
});

describe('the number of rows, once they are read', () => {
  const showRead = async (count: number, hasMore: boolean, estimate: number) => {
    const page: RowPage = {
      columns: ['id'],
      rows: Array.from({ length: count }, (_, n) => [String(n)]),
      cut: [],
      previous: null,
      next: hasMore ? { by: 'key', values: { id: String(count) }, backward: false } : null,
    };
    const rows = createActor(
      tableRowsMachine.provide({ actors: { readRows: fromPromise(() => Promise.resolve(page)) } }),
      {
        input: {
          ref: 'abc',
          id: boats.id,
          port: recordingPort(),
          parent: createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>,
          columns: ['id'],
          key: ['id'],
          address: wholeTable,
        },
      },
    ).start();
    await waitFor(rows, (snapshot) => snapshot.matches({ rows: 'ready' }));
    const { unmount } = render(
      <InApp app={startTestApp()}>
        <RowFooter rows={rows} table={{ ...boats, estimate }}>
          {null}
        </RowFooter>
      </InApp>,
    );
    const words = screen.getByRole('status').textContent;
    const canCount = screen.queryByRole('button', { name: 'Count exactly' }) !== null;
    unmount();
    return [words, canCount];
  };

  it('is exact where the page has them all, and never less than what is seen', async () => {
    expect(await showRead(0, false, 7)).toEqual(['0 rows', false]);
    expect(await showRead(3, false, 0)).toEqual(['3 rows', false]);
    // Imported or committed after the planner looked.
    expect(await showRead(100, true, 0)).toEqual(['More than 100 rows', true]);
    expect(await showRead(100, true, 230)).toEqual(['About 230 rows', true]);
  });
});
