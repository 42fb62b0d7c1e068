/** The panel of a row, beyond what the paths of its chart cover. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { rowIdOf } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import { RowPanel } from '../../../src/views/tables/RowPanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

it('names a row by the values of its key in the order of the table’s', async () => {
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      columns: boats.columns,
      parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
    },
  }).start();
  render(
    <InApp app={startTestApp()}>
      <RowPanel
        table={{ ...boats, key: ['name', 'id'] }}
        projectRef="abc"
        id={rowIdOf({ name: 'Ada', id: '1' })}
        viewAs={null}
        flow={undefined}
        edits={edits}
        rows={[]}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onClose={() => {}}
      />
    </InApp>,
  );
  expect(await screen.findByRole('dialog', { name: 'Row Ada, 1 of boats' })).toBeTruthy();
});
