import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { AuthSettings } from '../../../src/views/auth/AuthSettings.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { authConfigModel } from './authConfig.model.ts';

const host = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Host');
const save = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const seesForm = (
  screen: Screen,
  {
    context: { values, fieldErrors, failure, testFailure, config },
  }: {
    context: {
      values: { SMTP_HOST: string };
      fieldErrors: { SMTP_HOST?: string };
      failure: unknown;
      testFailure: unknown;
      config: { SMTP_HOST: string | null } | null;
    };
  },
) => {
  expect(host(screen).value).toBe(values.SMTP_HOST);
  expect(host(screen).getAttribute('aria-invalid')).toBe(fieldErrors.SMTP_HOST === undefined ? null : 'true');
  expect(screen.queryByText('Could not save the auth settings') !== null).toBe(failure !== null);
  expect(screen.queryByText('Could not send the test email') !== null).toBe(testFailure !== null);
  expect(save(screen).disabled).toBe(values.SMTP_HOST === config?.SMTP_HOST);
};

coverView(authConfigModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <AuthSettings flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(host(screen), String(value)),
    'form.submitted': (_, screen) => {
      fireEvent.submit(host(screen));
    },
    'reading.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
    'edits.discarded': (_, screen) => {
      const discard = screen.queryByRole('button', { name: 'Discard changes' });
      if (discard === null) return 'elsewhere';
      fireEvent.click(discard);
      return undefined;
    },
    'test.requested': (_, screen) => {
      const test = screen.queryByRole<HTMLButtonElement>('button', { name: 'Send test email' });
      if (test === null || test.disabled) return 'elsewhere';
      fireEvent.click(test);
      return undefined;
    },
    'section.opened': 'elsewhere',
  },
  sees: {
    loadingDraft: (screen) => expect(screen.getByRole('status', { name: 'Loading the auth settings' })).toBeTruthy(),
    reading: (screen) => expect(screen.getByRole('status', { name: 'Loading the auth settings' })).toBeTruthy(),
    failed: (screen) => expect(screen.getByText('Could not load the auth settings')).toBeTruthy(),
    'editing.basis.current': (screen, snapshot) => {
      seesForm(screen, snapshot);
      expect(screen.queryByText('Another user changed the auth settings')).toBeNull();
    },
    'editing.basis.overtaken': (screen, snapshot) => {
      seesForm(screen, snapshot);
      expect(screen.getByText('Another user changed the auth settings')).toBeTruthy();
    },
    'editing.draft.saved': (screen) => expect(host(screen)).toBeTruthy(),
    'editing.draft.keeping': (screen) => expect(host(screen)).toBeTruthy(),
    saving: (screen) => {
      expect(save(screen).getAttribute('aria-busy')).toBe('true');
      expect(host(screen).readOnly).toBe(true);
    },
    overtaking: (screen) => expect(save(screen).getAttribute('aria-busy')).toBe('true'),
    testing: (screen) =>
      expect(screen.getByRole('button', { name: 'Send test email' }).getAttribute('aria-busy')).toBe('true'),
  },
});
