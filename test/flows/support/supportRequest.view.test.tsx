import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { supportRequestMachine } from '../../../src/machines/support/supportRequest/supportRequest.machine.ts';
import SupportScreen from '../../../src/views/support/SupportScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { supportRequestModel } from './supportRequest.model.ts';

type Sight = ViewScript<typeof supportRequestMachine>['sees'][string];

const message = (screen: Screen) => screen.getByLabelText<HTMLTextAreaElement>('Message');
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Send request' });

const editing: Sight = (screen, { context: { values, fieldErrors, failure } }) => {
  expect(button(screen).disabled).toBe(false);
  expect(message(screen).value).toBe(values.message);
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Fault');
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('dashboard_bug');
  expect(message(screen).getAttribute('aria-invalid')).toBe(fieldErrors.message === undefined ? null : 'true');
  expect(screen.queryByText('This project does not exist') !== null).toBe(fieldErrors.project_ref !== undefined);
  expect(screen.queryByText('Could not send the request') !== null).toBe(failure !== null);
};

const shown =
  (attached: boolean): Sight =>
  (screen) => {
    expect(screen.getByRole('region', { name: 'Trace' }).textContent).toBe('{"events":[]}');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Attach this trace' }).checked).toBe(attached);
  };

/** Not while the request is being sent. */
const turn = (screen: Screen) => {
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Attach this trace' });
  if (choice.disabled) return 'elsewhere';
  fireEvent.click(choice);
  return undefined;
};

coverView(supportRequestModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <SupportScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': (event, screen) => {
      if (event.field === 'message') typeInto(message(screen), event.value);
    },
    'trace.requested': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Preview trace' }));
    },
    'trace.attached': (_, screen) => turn(screen),
    'trace.detached': (_, screen) => turn(screen),
    'form.submitted': (_, screen) => {
      fireEvent.click(button(screen));
    },
  },
  sees: {
    loadingDraft: (screen) => expect(button(screen).disabled).toBe(true),
    'writing.form.editing': editing,
    'writing.form.sending': (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true'),
    'writing.trace.unloaded': (screen) =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview trace' }).disabled).toBe(false),
    'writing.trace.finding': (screen) =>
      expect(screen.getByRole('button', { name: 'Preview trace' }).getAttribute('aria-busy')).toBe('true'),
    'writing.trace.loaded.detached': shown(false),
    'writing.trace.loaded.attached': shown(true),
    'writing.trace.missing': (screen) => expect(screen.getByText('No events recorded.')).toBeTruthy(),
    sent: (screen, { context: { receipt } }) => {
      expect(screen.getByRole('status').textContent).toContain(
        receipt?.delivery === 'mailed' ? 'Request sent' : 'Request saved',
      );
      expect(screen.getByText('7d1c')).toBeTruthy();
    },
  },
});
