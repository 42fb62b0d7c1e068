import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { RowPanel } from '../../../src/views/tables/RowPanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import { createPort } from '../../support/fakeWorld.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { openRowModel } from './openRow.model.ts';

const unedited = () =>
  createActor(stagedEditsMachine, {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      columns: boats.columns,
      parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
    },
  });
const panel = (screen: Screen) => within(screen.getByRole('dialog', { name: 'Row 1 of boats' }));

coverView(openRowModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <RowPanel
        table={boats}
        projectRef="abc"
        id='{"id":"1"}'
        viewAs={null}
        flow={flow}
        edits={unedited()}
        rows={[]}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onClose={() => {}}
      />
    </InApp>
  ),
  does: {
    'row.reloaded': (_, screen) => {
      const button = panel(screen).queryByRole('button', { name: /^(?:Try again|Look again)$/ });
      // After a commit, the rows ask for it.
      if (button === null) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
  },
  sees: {
    reading: (screen, { context: { page } }) => {
      if (page === null) expect(panel(screen).getByRole('status', { name: 'Loading the row' })).toBeTruthy();
    },
    shown: (screen) => {
      expect(panel(screen).getByLabelText<HTMLTextAreaElement>(/^name/).value).toBe('Ada');
      expect(panel(screen).getByLabelText<HTMLSelectElement>(/^active/).value).toBe('=true');
      expect(panel(screen).getByRole('link', { name: 'trips.boat' }).getAttribute('href')).toContain('/editor/16500?');
    },
    gone: (screen) => expect(panel(screen).getByText('This row no longer exists')).toBeTruthy(),
    failed: (screen) => expect(panel(screen).getByText('Could not load the row')).toBeTruthy(),
  },
});
