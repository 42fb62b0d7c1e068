import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { newOrganizationMachine } from '../../../src/machines/organizations/newOrganization/newOrganization.machine.ts';
import NewOrganizationScreen from '../../../src/views/organizations/NewOrganizationScreen.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { newOrganizationModel } from './newOrganization.model.ts';

const name = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Name');
const kind = (screen: Screen) => screen.getByLabelText<HTMLSelectElement>('Type');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create organization' });

const editing: ViewScript<typeof newOrganizationMachine>['sees'][string] = (
  screen,
  { context: { values, fieldErrors, failure } },
) => {
  expect(button(screen).disabled).toBe(false);
  expect(name(screen).value).toBe(values.name);
  expect(kind(screen).value).toBe(values.kind);
  expect(screen.queryByLabelText('Company size') !== null).toBe(values.kind === 'COMPANY');
  // This server hosts its projects itself: nothing has a price, and there is no spending to cap.
  expect(screen.queryByLabelText('Spend cap')).toBeNull();
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.getByText(/a plan only sets limits and costs nothing/)).toBeTruthy();
  expect(name(screen).getAttribute('aria-invalid')).toBe(fieldErrors.name === undefined ? null : 'true');
  expect(screen.queryByText('Could not create the organization') !== null).toBe(failure !== null);
};

coverView(newOrganizationModel, {
  view: (flow) => <NewOrganizationScreen flow={flow} />,
  does: {
    'field.changed': (event, screen) => {
      if (event.field === 'name') typeInto(name(screen), event.value);
      if (event.field === 'kind') {
        fireEvent.change(kind(screen), { target: { value: event.value } });
      }
      if (event.field === 'plan') choose(screen.getByRole('radio', { name: /^Pro/ }));
    },
    'form.submitted': (_, screen) => {
      fireEvent.click(button(screen));
    },
  },
  sees: {
    'editing.mirrored': editing,
    'editing.unmirrored': editing,
    creating: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect([name(screen).readOnly, kind(screen).disabled]).toEqual([true, true]);
      expect(screen.queryByLabelText<HTMLInputElement>('Company size')?.disabled ?? true).toBe(true);
    },
    created: (screen) => expect(button(screen).disabled).toBe(true),
  },
});

/** Choosing what is chosen is no change to a browser; a chart must bear it all the same. */
function choose(radio: HTMLElement): void {
  const tracker = (radio as { ['_valueTracker']?: { setValue(value: string): void } })['_valueTracker'];
  tracker?.setValue('false');
  fireEvent.click(radio);
}
