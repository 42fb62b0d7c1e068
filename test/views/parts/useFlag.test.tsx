import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { FeatureFlags, KnownFlag } from '../../../src/contract/ambient/featureFlags.ts';
import { ambientServicesMachine } from '../../../src/machines/ambient/ambientServices/ambientServices.machine.ts';
import { flagsMachine } from '../../../src/machines/ambient/flags/flags.machine.ts';
import { previewsMachine } from '../../../src/machines/ambient/previews/previews.machine.ts';
import { Banners } from '../../../src/views/ambient/Banners.tsx';
import { previewLabels } from '../../../src/views/ambient/previewLabels.ts';
import { PreviewsDialog } from '../../../src/views/ambient/PreviewsDialog.tsx';
import { useFlag } from '../../../src/views/parts/useFlag.ts';
import { useIsHidden } from '../../../src/views/parts/useIsHidden.ts';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, config, orders } from '../../fixtures/screen.ts';
import { ada } from '../../flows/accounts/profile.model.ts';

const Flag = ({ name }: { name: KnownFlag }) => <output>{String(useFlag(name))}</output>;
const Hidden = () => <output>{String(useIsHidden('billing:all'))}</output>;

/** The application at a project, with what goes along with every screen; without flags, they are still to come. */
async function appWith(flags: FeatureFlags | null, answers: Answers = {}) {
  const app = startTestApp({ '/projects': [orders], '/organizations': [acme], '/profile': ada, ...answers });
  const { navigation, deferredServices } = app.getSnapshot().children;
  navigation?.send({
    type: 'test.show',
    snapshot: {
      context: {
        location: null,
        route: { name: 'project', access: 'user', checked: true, params: { ref: orders.ref } },
      },
    },
  } as never);
  const ambientServices = createActor(
    ambientServicesMachine.provide({
      actors: {
        flags: flagsMachine.provide({
          actors: { readFlags: fromPromise(() => (flags ? Promise.resolve(flags) : new Promise<never>(() => {}))) },
        }),
      },
    }),
    {
      input: {
        config,
        now: () => 0,
        port: app,
        resources: { watch: () => () => {} },
        userId: 'ada',
        consent: false,
        agreedHere: false,
        location: null,
        route: null,
        wanted: null,
      },
    },
  ).start();
  deferredServices?.send({ type: 'test.show', snapshot: { children: { ambientServices } } } as never);
  return app;
}

async function shows(app: Awaited<ReturnType<typeof appWith>>, view: React.ReactNode): Promise<string | null> {
  await act(async () => {
    render(<InApp app={app}>{view}</InApp>);
  });
  return screen.queryByRole('status')?.textContent ?? null;
}

describe('a flag in a view', () => {
  afterEach(cleanup);

  it('has the value of the configuration', async () => {
    expect(await shows(await appWith({ functionsAssistant: true }), <Flag name="functionsAssistant" />)).toBe('true');
  });

  it('is unknown where there is no such flag, and before there is a configuration', async () => {
    expect(await shows(await appWith({}), <Flag name="functionsAssistant" />)).toBe('undefined');
    cleanup();
    expect(await shows(startTestApp(), <Flag name="functionsAssistant" />)).toBe('undefined');
  });

  it.each([
    ['AWS', 'true'],
    ['FLY', 'false'],
  ] as const)('for disk and compute is on a project of %s: %s', async (provider, value) => {
    const app = await appWith({ diskAndComputeForm: true }, { '/projects': [{ ...orders, cloud_provider: provider }] });
    expect(await shows(app, <Flag name="diskAndComputeForm" />)).toBe(value);
  });
});

describe('a preview that a flag decides on', () => {
  afterEach(cleanup);

  const button = async (flags: FeatureFlags | null) => {
    const app = await appWith(flags);
    const previews = createActor(previewsMachine.provide({ actors: { storage: fromCallback(() => {}) } }), {
      input: { port: app, opened: true },
    }).start();
    previews.send({ type: 'preview.chosen', id: 'functionsAssistant' });
    await shows(app, <PreviewsDialog previews={previews} />);
    const pane = await screen.findByRole('region', { name: previewLabels.functionsAssistant.name });
    return within(pane).getByRole('button');
  };

  it('is not called unreleased before its flag is known', async () => {
    expect((await button(null)).getAttribute('aria-busy')).toBe('true');
    cleanup();
    expect((await button({})).getAttribute('aria-busy')).toBeNull();
    expect(screen.getByText('Coming soon')).toBeTruthy();
    cleanup();
    expect((await button({ functionsAssistant: true })).textContent).toBe('Enable');
  });
});

describe('an area', () => {
  afterEach(cleanup);

  it('is hidden where the profile says so, and nowhere else', async () => {
    expect(
      await shows(
        await appWith({}, { '/profile': { ...ada, disabled_features: ['billing:all', 'unknown:thing'] } }),
        <Hidden />,
      ),
    ).toBe('true');
    cleanup();
    expect(await shows(await appWith({}), <Hidden />)).toBe('false');
  });
});

describe('the banners of a project', () => {
  afterEach(cleanup);
  const noServer = {
    SMTP_ADMIN_EMAIL: null,
    SMTP_SENDER_NAME: null,
    SMTP_USER: null,
    SMTP_HOST: null,
    SMTP_PORT: 465,
    SMTP_MAX_FREQUENCY: 60,
    RATE_LIMIT_EMAIL_SENT: 30,
    HOOK_SEND_EMAIL_ENABLED: false,
    ENABLE_SMTP: false,
  };
  const words = () =>
    screen.queryAllByText(/./, { selector: '[data-part=banner]' }).map(({ textContent }) => textContent);
  const restricted = (organization: object) => ({
    '/organizations': [{ ...acme, ...organization }],
    [`/auth/${orders.ref}/config`]: noServer,
  });

  it('ask for a mail server where the flag is on and there is none', async () => {
    await shows(await appWith({ customSmtpRequired: true }, restricted({})), <Banners />);
    expect(await screen.findByText(/Set up custom SMTP/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up SMTP' }).getAttribute('href')).toBe(
      `/project/${orders.ref}/auth/config?section=smtp`,
    );
    expect(words().length).toBeLessThanOrEqual(1);
  });

  it('link to the billing page, unless that area is hidden', async () => {
    await shows(await appWith({}, restricted({ restriction_status: 'restricted' })), <Banners />);
    expect((await screen.findByRole('link', { name: 'Billing' })).getAttribute('href')).toBe('/org/acme/billing');
    cleanup();
    await shows(
      await appWith(
        {},
        {
          ...restricted({ restriction_status: 'restricted' }),
          '/profile': { ...ada, disabled_features: ['billing:all'] },
        },
      ),
      <Banners />,
    );
    expect(await screen.findByText(/cannot serve requests/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
  });

  it('say when a grace period ends, and that it has begun where nobody knows when it ends', async () => {
    await shows(
      await appWith(
        {},
        restricted({
          restriction_status: 'grace_period',
          restriction_data: { grace_period_end: '2026-12-24T12:00:00Z' },
        }),
      ),
      <Banners />,
    );
    expect(await screen.findByText(/Its grace period ends on Dec 24, 2026/)).toBeTruthy();
    cleanup();
    await shows(
      await appWith({}, restricted({ restriction_status: 'grace_period', restriction_data: null })),
      <Banners />,
    );
    expect(await screen.findByText(/Its grace period has started/)).toBeTruthy();
  });
});
