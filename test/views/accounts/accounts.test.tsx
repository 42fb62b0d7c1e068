import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { signInMachine } from '../../../src/machines/accounts/signIn/signIn.machine.ts';
import { signUpMachine } from '../../../src/machines/accounts/signUp/signUp.machine.ts';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import SignInScreen from '../../../src/views/accounts/SignInScreen.tsx';
import SignUpScreen from '../../../src/views/accounts/SignUpScreen.tsx';
import { InApp } from '../../fixtures/app.tsx';
import { config, screenInput } from '../../fixtures/screen.ts';

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

describe('signing up', () => {
  afterEach(cleanup);

  it('ties the rules to the password that they are for', async () => {
    await act(async () => {
      render(<SignUpScreen flow={createActor(signUpMachine, { input: screenInput() }).start()} />);
    });
    const password = screen.getByLabelText('Password');
    fireEvent.focus(password);
    const rules = await screen.findByRole('list', { name: 'Password requirements' });
    expect(document.getElementById(password.getAttribute('aria-describedby')!)?.contains(rules)).toBe(true);
  });
});
