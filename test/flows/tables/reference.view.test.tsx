import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ReferencePanel } from '../../../src/views/tables/ReferencePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { boatOfTrip, referenceModel } from './reference.model.ts';

const trips = { ...boats, name: 'trips', columns: [boatOfTrip.column] };
const panel = (screen: Screen) => within(screen.getByRole('dialog', { name: 'boat: row of boats' }));

coverView(referenceModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <ReferencePanel flow={flow} projectRef="abc" of={trips} viewAs={null} onClose={() => {}} />
    </InApp>
  ),
  does: {
    'search.changed': ({ search }, screen) => {
      const field = panel(screen).queryByLabelText<HTMLInputElement>('Search in any column');
      if (!field || field.value === search) return 'elsewhere';
      fireEvent.change(field, { target: { value: search } });
      return undefined;
    },
    'reading.retried': (_, screen) => {
      fireEvent.click(panel(screen).getByRole('button', { name: 'Try again' }));
    },
    'row.chosen': (_, screen) => {
      fireEvent.click(panel(screen).getByRole('button', { name: 'Choose 2' }));
    },
  },
  sees: {
    describing: (screen) => expect(panel(screen).getByRole('status', { name: 'Loading the row' })).toBeTruthy(),
    following: (screen) => expect(panel(screen).getByRole('status', { name: 'Loading the row' })).toBeTruthy(),
    failed: (screen) => expect(panel(screen).getByText('Could not load the row')).toBeTruthy(),
    searching: (screen) => expect(panel(screen).getByLabelText('Search in any column')).toBeTruthy(),
    debouncing: (screen) => expect(panel(screen).getByLabelText('Search in any column')).toBeTruthy(),
    ready: (screen) => expect(panel(screen).getByRole('button', { name: 'Choose 2' })).toBeTruthy(),
    unfound: (screen) => expect(panel(screen).getByText('Could not search the rows')).toBeTruthy(),
  },
});
