import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import AssistantEndpointScreen from '../../../src/views/organizations/AssistantEndpointScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { assistantEndpointModel } from './assistantEndpoint.model.ts';

const labels = {
  baseUrl: 'Base URL',
  modelName: 'Model name',
  apiKey: 'API key',
  contextTokens: 'Context (tokens)',
} as const;
const field = (screen: Screen, name: keyof typeof labels) => screen.getByLabelText<HTMLInputElement>(labels[name]);
const press = (screen: Screen, name: string) => void fireEvent.click(screen.getByRole('button', { name }));
const question = (screen: Screen) => within(screen.getByRole('alertdialog'));
const seesLoading = (screen: Screen, { context }: { context: { stored: unknown } }) =>
  expect(screen.queryByRole('status', { name: 'Loading the settings' }) !== null).toBe(context.stored === null);
const isBusy = (screen: Screen, text: string) =>
  expect(screen.getByText(text).closest('button')!.getAttribute('aria-busy')).toBe('true');

coverView(assistantEndpointModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <AssistantEndpointScreen flow={flow} params={{ slug: 'acme' }} />
    </InApp>
  ),
  does: {
    'field.changed': ({ field: name, value }, screen) => {
      if (name === 'removesKey') return 'elsewhere';
      if (field(screen, name).value === value) return 'elsewhere';
      typeInto(field(screen, name), value);
      return undefined;
    },
    'form.submitted': (_, screen) => void submitForm(field(screen, 'baseUrl')),
    'test.requested': (_, screen) => press(screen, 'Test connection'),
    'removal.requested': (_, screen) =>
      screen.queryByRole('button', { name: 'Remove model' }) ? press(screen, 'Remove model') : 'elsewhere',
    'edits.discarded': (_, screen) =>
      screen.queryByRole('button', { name: 'Discard changes' }) ? press(screen, 'Discard changes') : 'elsewhere',
    'reading.retried': (_, screen) => press(screen, 'Try again'),
    'action.confirmed': (_, screen) =>
      void fireEvent.click(question(screen).getByRole('button', { name: 'Remove model' })),
    'action.cancelled': (_, screen) => void fireEvent.click(question(screen).getByRole('button', { name: 'Cancel' })),
  },
  sees: {
    loadingDraft: seesLoading,
    reading: seesLoading,
    failed: (screen) => expect(screen.getByText('Could not load the settings')).toBeTruthy(),
    'editing.saved': (screen, { context }) => {
      expect(field(screen, 'modelName').value).toBe(context.values.modelName);
      // A key is either removed or given.
      expect(field(screen, 'apiKey').readOnly).toBe(context.values.removesKey);
      expect(field(screen, 'modelName').getAttribute('aria-invalid')).toBe(
        context.fieldErrors.model === undefined ? null : 'true',
      );
      expect(screen.queryByText('You have unsaved changes') !== null).toBe(
        context.values.modelName !== context.stored!.modelName ||
          context.values.baseUrl !== context.stored!.baseUrl ||
          context.values.contextTokens !== context.stored!.contextTokens,
      );
      expect(screen.queryByText('Could not save or test the model') !== null).toBe(context.failure !== null);
      expect(screen.queryByText('The model answered in 340 ms') !== null).toBe(context.tested?.answeredMs === 340);
      expect(screen.queryByText('The model did not answer') !== null).toBe((context.tested?.failure ?? null) !== null);
    },
    'editing.unsaved': (screen, { context }) => expect(field(screen, 'apiKey').value).toBe(context.values.apiKey),
    'editing.keeping': (screen, { context }) => expect(field(screen, 'apiKey').value).toBe(context.values.apiKey),
    discarding: (screen) => expect(field(screen, 'modelName').readOnly).toBe(true),
    testing: (screen) => isBusy(screen, 'Test connection'),
    saving: (screen) => isBusy(screen, 'Save model'),
    forgettingDraft: (screen) => isBusy(screen, 'Save model'),
    confirmingRemoval: (screen, { context }) => {
      expect(question(screen).getByText('Remove the model of this organization?')).toBeTruthy();
      expect(question(screen).queryByText('Could not remove the model') !== null).toBe(context.confirmFailure !== null);
    },
    removing: (screen) =>
      expect(question(screen).getByRole('button', { name: 'Remove model' }).getAttribute('aria-busy')).toBe('true'),
  },
});
