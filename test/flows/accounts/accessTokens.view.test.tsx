import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import AccessTokensScreen from '../../../src/views/accounts/AccessTokensScreen.tsx';
import { scopeTexts } from '../../../src/views/accounts/accessTokenTexts.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { submitForm } from '../../support/submitForm.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { accessTokensModel, backup, created } from './accessTokens.model.ts';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Token name');
const confirmation = (screen: Screen) => within(screen.getByRole('alertdialog'));

coverView(accessTokensModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <AccessTokensScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': (change, screen) => {
      if (change.field === 'name') typeInto(field(screen), change.value);
      else if (change.field === 'days')
        fireEvent.change(screen.getByLabelText('Expiration'), { target: { value: String(change.value) } });
      else {
        const box = screen.getByLabelText<HTMLInputElement>(scopeTexts[change.value[0]!].label);
        // The box would be cleared by another click.
        if (box.checked) return 'elsewhere';
        fireEvent.click(box);
      }
      return undefined;
    },
    'form.submitted': (_, screen) => {
      submitForm(field(screen));
    },
    'tokens.retried': (_, screen) => {
      fireEvent.click(screen.getByText('Try again'));
    },
    'token.dismissed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    },
    'revocation.requested': ({ token }, screen) => {
      fireEvent.click(screen.getByLabelText(`Revoke ${token.name}`));
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(confirmation(screen).getByRole('button', { name: 'Revoke token' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(confirmation(screen).getByRole('button', { name: 'Cancel' }));
    },
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    loadingDraft: (screen) => expect(screen.getByRole('status', { name: 'Loading your access tokens' })).toBeTruthy(),
    loading: (screen, { context }) =>
      expect(screen.queryByRole('status', { name: 'Loading your access tokens' }) !== null).toBe(
        context.tokens.length === 0,
      ),
    failed: (screen) => expect(screen.getByText('Could not load your access tokens')).toBeTruthy(),
    'ready.saved': (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.name);
      for (const { name } of context.tokens) expect(screen.getByText(name)).toBeTruthy();
      expect(screen.queryAllByText('Expired')).toHaveLength(
        context.tokens.filter((token) => token.expires_at !== null).length,
      );
    },
    'ready.unsaved': (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.name);
      expect(screen.getByLabelText<HTMLSelectElement>('Expiration').value).toBe(String(context.values.days));
    },
    'ready.keeping': (screen, { context }) =>
      expect(screen.queryByText('Could not create the token') !== null).toBe(context.failure !== null),
    creating: (screen) =>
      expect(screen.getByText('Create token').closest('button')!.getAttribute('aria-busy')).toBe('true'),
    checkingIdentity: seesCheck,
    created: (screen) =>
      expect(screen.getByLabelText<HTMLInputElement>(`Access token “${created.name}”`).value).toBe(created.token),
    confirmingRevocation: (screen, { context }) => {
      expect(confirmation(screen).getByText(`Revoke ${backup.name}?`)).toBeTruthy();
      expect(confirmation(screen).queryByText('Could not revoke the token') !== null).toBe(
        context.confirmFailure !== null,
      );
    },
    revoking: (screen) =>
      expect(confirmation(screen).getByRole('button', { name: 'Revoke token' }).getAttribute('aria-busy')).toBe('true'),
  },
});
