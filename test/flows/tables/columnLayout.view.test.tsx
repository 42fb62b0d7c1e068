import { setImmediate } from 'node:timers/promises';
import { fireEvent } from '@testing-library/react';
import { createActor } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { hidden } from '../../support/viewDriver.tsx';
import { columnLayoutModel } from './columnLayout.model.ts';

const table = { ref: 'abc', id: boats.id };

const nowhere = createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>;

coverView(columnLayoutModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableWorkspace
        table={boats}
        projectRef="abc"
        rows={createActor(tableRowsMachine, {
          input: { ...table, port: recordingPort(), parent: nowhere, columns: [], key: ['id'], address: wholeTable },
        })}
        edits={createActor(stagedEditsMachine, {
          input: {
            ...table,
            port: recordingPort(),
            viewAs: null,
            columns: boats.columns,
            parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
          },
        })}
        columns={flow}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onExported={() => {}}
        onReloaded={() => {}}
      />
    </InApp>
  ),
  does: {
    'layout.recalled': 'elsewhere',
    // In the menu of a column, and by its edge.
    'columns.ordered': 'elsewhere',
    'column.resized': 'elsewhere',
    'columns.frozen': 'elsewhere',
    // Only tables with moments offer it.
    'zone.chosen': 'elsewhere',
    'layout.reset': async (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
      await setImmediate();
      fireEvent.click(screen.getByText('Reset columns').closest('[role=menuitem]')!);
    },
  },
  sees: {
    arranging: hidden('The grid draws the columns that fit, which are none without a window: journeys look at them.'),
  },
});
