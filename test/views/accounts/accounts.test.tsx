import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { confirmEmailMachine } from '../../../src/machines/accounts/confirmEmail/confirmEmail.machine.ts';
import { signInMachine } from '../../../src/machines/accounts/signIn/signIn.machine.ts';
import { signUpMachine } from '../../../src/machines/accounts/signUp/signUp.machine.ts';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import ConfirmEmailScreen from '../../../src/views/accounts/ConfirmEmailScreen.tsx';
import SignInScreen from '../../../src/views/accounts/SignInScreen.tsx';
import SignUpScreen from '../../../src/views/accounts/SignUpScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { config, screenInput } from '../../fixtures/screen.ts';

const startSignUp = () =>
  createActor(signUpMachine.provide({ actors: { pendingCode: pendingCodeOf(null) } }), {
    input: screenInput(),
  }).start();

describe('signing in', () => {
  afterEach(cleanup);

  const show = (signupDisabled: boolean, more: Partial<RuntimeConfig> = {}) => {
    const app = createActor(appMachine, {
      input: { config: { ...config, ...more, auth: { ...config.auth, signupDisabled } }, now: () => 0 },
    });
    render(
      <InApp app={app}>
        <SignInScreen flow={createActor(signInMachine, { input: screenInput() }).start()} />
      </InApp>,
    );
  };

  it('offers to sign up where somebody may', () => {
    show(false);
    expect(screen.getByRole('link', { name: 'Sign up' })).toBeTruthy();
    expect(screen.getByText('The dashboard for hosted Postgres')).toBeTruthy();
  });

  it('does not once sign-up is closed', () => {
    show(true);
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  });

  it('says where those who cannot may write, where there is an address', () => {
    show(true, { supportEmail: 'help@example.com' });
    expect(screen.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe('mailto:help@example.com');
    cleanup();
    show(true);
    expect(screen.queryByText(/Trouble signing in/)).toBeNull();
  });
});

it('signing in shows the typed password on request', () => {
  const flow = createActor(signInMachine, { input: screenInput() }).start();
  render(
    <InApp app={startTestApp()}>
      <SignInScreen flow={flow} />
    </InApp>,
  );
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.type).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  cleanup();
});

it.each(['Email', 'Password'])('the chart beside the form shows where the flow goes once %s has the focus', (label) => {
  const flow = createActor(signInMachine, { input: screenInput() }).start();
  const { container } = render(
    <InApp app={startTestApp()}>
      <SignInScreen flow={flow} />
    </InApp>,
  );
  const active = () => [...container.querySelectorAll('figure [data-active] text')].map((text) => text.textContent);
  const taken = () => container.querySelectorAll('figure path[data-active]').length;
  expect([active(), taken()]).toEqual([['editing', 'absent'], 0]);
  fireEvent.focus(screen.getByLabelText(label));
  expect([active(), taken()]).toEqual([['editing', 'fetching'], 1]);
  cleanup();
});

describe('signing up', () => {
  afterEach(cleanup);

  it.each([
    { platformMode: true, firstUser: false, title: 'Sign up' },
    { platformMode: true, firstUser: true, title: 'Create your account' },
    { platformMode: false, firstUser: true, title: 'Create the owner account' },
  ])('is called “$title” where it is', ({ platformMode, firstUser, title }) => {
    const app = createActor(appMachine, {
      input: { config: { ...config, platformMode, auth: { ...config.auth, firstUser } }, now: () => 0 },
    });
    render(
      <InApp app={app}>
        <SignUpScreen flow={startSignUp()} />
      </InApp>,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });

  it('is no longer for the first user once there is one', () => {
    const app = createActor(appMachine, {
      input: { config: { ...config, auth: { ...config.auth, firstUser: true } }, now: () => 0 },
    });
    render(
      <InApp app={app}>
        <SignUpScreen flow={startSignUp()} />
      </InApp>,
    );
    act(() => {
      app.start();
      app.send({ type: 'session.began', userId: 'ada' });
      app.send({ type: 'session.ended', reason: 'signedOut' });
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign up');
    app.stop();
  });

  it('calls a password that repeats the email address not acceptable, however long it is', async () => {
    const flow = startSignUp();
    await act(async () => {
      render(
        <InApp app={startTestApp()}>
          <SignUpScreen flow={flow} />
        </InApp>,
      );
    });
    const password = screen.getByLabelText('Password');
    fireEvent.focus(password);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada.lovelace.1815@example.com' } });
    fireEvent.change(password, { target: { value: 'ada.lovelace.1815@example.com' } });
    expect(await screen.findByText('This password is not acceptable.')).toBeTruthy();
  });

  it('ties the rules to the password that they are for', async () => {
    await act(async () => {
      render(
        <InApp app={startTestApp()}>
          <SignUpScreen flow={startSignUp()} />
        </InApp>,
      );
    });
    const password = screen.getByLabelText('Password');
    fireEvent.focus(password);
    const rules = await screen.findByRole('list', { name: 'Password requirements' });
    expect(document.getElementById(password.getAttribute('aria-describedby')!)?.contains(rules)).toBe(true);
  });
});

it('says only that an address is confirmed where another browser signed up', async () => {
  const failure = { code: 'pkce_code_verifier_not_found', message: 'PKCE code verifier not found in storage.' };
  const machine = confirmEmailMachine.provide({
    actors: { openLink: fromPromise(async (): Promise<LinkOutcome> => ({ session: false, failure })) },
  });
  const flow = createActor(machine, { input: screenInput() }).start();
  render(
    <InApp app={startTestApp()}>
      <ConfirmEmailScreen flow={flow} />
    </InApp>,
  );
  expect(await screen.findByText('Your email address is confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  cleanup();
});
