import { cleanup, fireEvent, render, screen as page, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { AccountIdentity } from '../../../src/contract/accounts/accountIdentity.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { signInMethodsMachine } from '../../../src/machines/accounts/signInMethods/signInMethods.machine.ts';
import SignInMethodsScreen from '../../../src/views/accounts/SignInMethodsScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { held } from '../../fixtures/held.ts';
import { config, screenInput } from '../../fixtures/screen.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { dismissCheck, seesCheck } from './identityCheck.view.ts';
import { email, github, google, ofGithub, signInMethodsModel } from './signInMethods.model.ts';

const settings = { auth: { ...config.auth, providers: [github, google] } };
const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));

coverView(signInMethodsModel, {
  view: (flow) => (
    <InApp app={startTestApp({}, {}, { settings })}>
      <SignInMethodsScreen flow={flow} />
    </InApp>
  ),
  does: {
    'methods.retried': (_, screen) => {
      fireEvent.click(screen.getByText('Try again'));
    },
    'addition.requested': ({ provider }, screen) => {
      fireEvent.click(screen.getByRole('button', { name: `Add ${provider.name}` }));
    },
    'removal.requested': ({ method }, screen) => {
      fireEvent.click(screen.getByLabelText(`Remove ${method.provider.name} (${method.account})`));
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Remove method' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
    'identity.verified': 'elsewhere',
    'identity.dismissed': (_, screen) => dismissCheck(screen),
  },
  sees: {
    opening: (screen) => expect(screen.getByRole('status', { name: 'Loading your sign-in methods' })).toBeTruthy(),
    loading: (screen, { context }) => {
      expect(screen.queryByRole('status', { name: 'Loading your sign-in methods' }) !== null).toBe(
        context.methods.length === 0,
      );
      // Nothing can be asked for that would be ignored.
      for (const button of screen.queryAllByRole<HTMLButtonElement>('button', { name: /^(?:Add|Remove) / }))
        expect(button.disabled).toBe(true);
    },
    failed: (screen) => expect(screen.getByText('Could not load your sign-in methods')).toBeTruthy(),
    ready: (screen, { context }) => {
      expect(screen.queryByText('Could not add the sign-in method') !== null).toBe(context.failure !== null);
      const has = new Set(context.methods.map(({ provider }) => provider.name));
      for (const name of has) expect(screen.getByText(name)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Add GitHub' }) !== null).toBe(!has.has('GitHub'));
      expect(screen.queryAllByText('Remove')).toHaveLength(has.size > 1 ? has.size : 0);
    },
    leaving: (screen) =>
      expect(screen.getByRole('button', { name: 'Add Google' }).getAttribute('aria-busy')).toBe('true'),
    confirmingRemoval: (screen, { context }) => {
      expect(dialog(screen).getByText(`Remove Email (${email.account})?`)).toBeTruthy();
      expect(dialog(screen).queryByText('Could not remove the method') !== null).toBe(context.confirmFailure !== null);
    },
    provingToAdd: seesCheck,
    provingToRemove: seesCheck,
    removing: (screen) =>
      expect(dialog(screen).getByRole('button', { name: 'Remove method' }).getAttribute('aria-busy')).toBe('true'),
  },
});

describe('the sign-in methods', () => {
  afterEach(cleanup);
  const show = async (methods: readonly AccountIdentity[], auth: Partial<RuntimeConfig['auth']>) => {
    const [list, take] = [
      held<readonly AccountIdentity[]>(),
      held<string | null, { query: Readonly<Record<string, string>> }>(),
    ];
    const flow = createActor(
      signInMethodsMachine.provide({ actors: { listMethods: list.logic, takeAddition: take.logic } }),
      { input: screenInput() },
    ).start();
    take.last().answer(null);
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
    list.last().answer(methods);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    render(
      <InApp app={startTestApp({}, {}, { settings: { auth: { ...config.auth, ...auth } } })}>
        <SignInMethodsScreen flow={flow} />
      </InApp>,
    );
  };

  it('offer nothing where the server allows no change', async () => {
    await show([email, ofGithub], { providers: [google], linking: false });
    expect(page.getByText(/This server does not let you change your sign-in methods\./)).toBeTruthy();
    expect(page.queryByText('Add a sign-in method')).toBeNull();
    expect(page.queryByText('Remove')).toBeNull();
    expect(page.queryByText('Add Google')).toBeNull();
  });

  it('keep the last one, and say where there is no other', async () => {
    await show([email], {});
    expect(page.getByText('This server has no other sign-in methods.')).toBeTruthy();
    expect(page.queryByText('Remove')).toBeNull();
  });

  it('say that every provider is in use', async () => {
    await show([email, ofGithub], { providers: [github] });
    expect(page.getByText('All of this server’s providers are connected.')).toBeTruthy();
    expect(page.getAllByText('Remove')).toHaveLength(2);
  });

  it('say what goes with the one that is removed', async () => {
    await show([email, ofGithub], { providers: [github] });
    fireEvent.click(page.getByLabelText('Remove Email (ada@example.com)'));
    expect(await page.findByText(/Your password is removed too/)).toBeTruthy();
  });
});
