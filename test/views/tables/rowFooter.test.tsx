import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
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
