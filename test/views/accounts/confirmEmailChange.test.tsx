import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { EmailChangeOutcome } from '../../../src/contract/accounts/emailChange.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { confirmEmailChangeMachine } from '../../../src/machines/accounts/confirmEmailChange/confirmEmailChange.machine.ts';
import type { ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import ConfirmEmailChangeScreen from '../../../src/views/accounts/ConfirmEmailChangeScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { held } from '../../fixtures/held.ts';
import { screenInput } from '../../fixtures/screen.ts';

describe('the page that the links of a new email address lead to', () => {
  let link: ReturnType<typeof held<EmailChangeOutcome, Pick<ScreenInput, 'query'>>>;
  const answer = (outcome: EmailChangeOutcome) => act(async () => link.last().answer(outcome));
  const leadsToEmailSettings = () =>
    expect(screen.getByRole('link', { name: 'Email settings' }).getAttribute('href')).toBe('/account/email');

  beforeEach(() => {
    link = held();
    const flow = createActor(confirmEmailChangeMachine.provide({ actors: { openLink: link.logic } }), {
      input: screenInput({ query: { code: 'c0de' } }),
    }).start();
    render(
      <InApp app={startTestApp()}>
        <ConfirmEmailChangeScreen flow={flow} />
      </InApp>,
    );
  });
  afterEach(cleanup);

  it('says that it is confirming the address', () => {
    expect(screen.getByRole('status').textContent).toContain('Confirming your email');
  });

  it('says that the address is changed, and leads on', async () => {
    await answer('changed');
    expect(screen.getByText('Your email address is changed')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
  });

  it('says that the other address has to agree, too', async () => {
    await answer('half');
    expect(screen.getByText('One address has agreed')).toBeTruthy();
  });

  it('leads to the settings where it was opened without a link', async () => {
    await answer('none');
    expect(screen.getByText('This page needs the link of an email')).toBeTruthy();
    leadsToEmailSettings();
  });

  it('says why the link was refused, and leads to where the change is requested', async () => {
    const expired = new FailureError({ code: 'otp_expired', message: 'Email link is invalid or has expired' });
    await act(async () => link.last().fail(expired));
    expect(screen.getByText('This code or link is invalid or has expired')).toBeTruthy();
    leadsToEmailSettings();
  });
});
