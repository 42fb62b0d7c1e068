/** The settings as data: each is shown once, and only where it has an effect. */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { authConfigChangeSchema, type AuthConfig } from '../../../src/contract/auth/authConfig.ts';
import type { AuthDraft } from '../../../src/contract/auth/authDraft.ts';
import { authConfigMachine, type SectionOpened } from '../../../src/machines/auth/authConfig/authConfig.machine.ts';
import {
  authSections,
  readProviders,
  sectionFields,
  type AuthSection,
} from '../../../src/machines/auth/authConfig/authForm.ts';
import { authCards, wordsForSeconds } from '../../../src/views/auth/authFields.ts';
import { AuthSettings } from '../../../src/views/auth/AuthSettings.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { acme, globex, orders, ordersDetail, screenInput } from '../../fixtures/screen.ts';
import { stored } from '../../flows/auth/authConfig.model.ts';

afterEach(cleanup);

async function show(section: AuthSection, changed: Partial<AuthConfig> = {}, tier = acme.tier) {
  const flow = createActor(
    authConfigMachine.provide({
      actors: {
        loadDraft: fromPromise<AuthDraft | null, { ref: string }>(() => Promise.resolve(null)),
        keepDraft: fromPromise(() => Promise.resolve()),
        readConfig: fromPromise(() => Promise.resolve({ ...stored, ...changed })),
        watchSection: fromCallback<SectionOpened, undefined>(() => {}),
      },
    }),
    { input: { ...screenInput(), params: { ref: orders.ref }, query: { section } } },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  const app = startTestApp({
    '/organizations': [{ ...acme, tier }, globex],
    [`/projects/${orders.ref}`]: ordersDetail('ACTIVE_HEALTHY'),
  });
  await act(async () => {
    render(
      <InApp app={app}>
        <AuthSettings flow={flow} projectRef={orders.ref} />
      </InApp>,
    );
  });
  return flow;
}

describe('the rows of settings', () => {
  // Templates are shown with their preview, not as rows.
  it.each(authSections.filter((section) => section !== 'templates'))(
    'of %s are those that the section saves',
    (section) => {
      const shown = authCards[section].flatMap(({ fields }) => fields.map(({ name }) => name));
      expect(shown.toSorted()).toEqual([...sectionFields[section]].toSorted());
    },
  );

  it('offer only what the server takes', () => {
    const offered = Object.values(authCards)
      .flat()
      .flatMap(({ fields }) => fields)
      .flatMap(({ name, options = [] }) => options.map(({ value }) => ({ [name]: value })));
    expect(offered).toHaveLength(8);
    for (const change of offered) expect(v.safeParse(authConfigChangeSchema, change).issues).toBeUndefined();
  });

  it.each([
    ['3600', '1 hour'],
    ['5400', '90 minutes'],
    ['604800', '7 days'],
    ['61', null],
    ['0', null],
    ['', null],
    ['soon', null],
  ])('%s seconds are %s', (text, words) => {
    expect(wordsForSeconds(text)).toBe(words);
  });
});

describe('the page of auth settings', () => {
  it('shows a setting that depends on another while that is on', async () => {
    await show('sign-in');
    expect(screen.queryByLabelText('Captcha secret key')).toBeNull();
    await userEvent.click(screen.getByLabelText('Require a captcha'));
    expect(screen.getByLabelText<HTMLInputElement>('Captcha secret key').value).toBe('');
    expect(screen.getByText('No secret is stored.')).toBeTruthy();
  });

  it('asks what is allowed where the setting says what is not', async () => {
    const flow = await show('sign-in', { DISABLE_SIGNUP: true });
    const allow = screen.getByLabelText<HTMLInputElement>('Allow new users to sign up');
    expect(allow.checked).toBe(false);
    await userEvent.click(allow);
    expect(flow.getSnapshot().context.values.DISABLE_SIGNUP).toBe(false);
  });

  it('keeps required characters that it has no words for', async () => {
    await show('sign-in', { PASSWORD_REQUIRED_CHARACTERS: 'abc:123' });
    expect(screen.getByLabelText<HTMLSelectElement>('Required characters').value).toBe('abc:123');
    expect(screen.getByRole('option', { name: 'Custom' })).toBeTruthy();
  });

  it('tells the limit of the server while that sends the emails', async () => {
    await show('limits', { ENABLE_SMTP: false });
    expect(screen.getByText(/At most 30 while this server sends your emails/)).toBeTruthy();
  });

  it.each([
    { ENABLE_SMTP: true },
    { ENABLE_SMTP: false, SERVER_RATE_LIMIT_EMAIL_SENT: 0 },
    { ENABLE_SMTP: false, SERVER_SENDS_EMAILS: false },
  ])('tells none with %j', async (changed) => {
    await show('limits', changed);
    expect(screen.queryByText(/while this server sends your emails/)).toBeNull();
  });

  it.each([
    [{ ENABLE_SMTP: false }, 'This server sends your app’s email until'],
    [{ ENABLE_SMTP: false, SERVER_SENDS_EMAILS: false }, 'This server sends no email.'],
    [{}, 'Your app sends email through smtp.example.com.'],
  ])('says who sends the emails with %j', async (changed, words) => {
    await show('smtp', changed);
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
  });

  it.each([
    ['tier_free', true],
    ['tier_pro', false],
  ] as const)('disables session limits on %s: %s', async (tier, isDisabled) => {
    await show('sessions', {}, tier);
    expect(screen.getByLabelText<HTMLInputElement>('One session per user').disabled).toBe(isDisabled);
    expect(screen.getByLabelText<HTMLInputElement>('Maximum inactivity (seconds)').readOnly).toBe(isDisabled);
    expect(screen.getByLabelText<HTMLInputElement>('Access token lifetime (seconds)').readOnly).toBe(false);
    expect(screen.queryByText('The free plan does not include session limits.') !== null).toBe(isDisabled);
  });

  it('lets session limits that stayed after a downgrade be removed, and no other be set', async () => {
    const flow = await show('sessions', { SESSIONS_TIMEBOX: 3600, SESSIONS_SINGLE_PER_USER: true }, 'tier_free');
    await screen.findByText(/Those that are set stay until you remove them\./);
    expect(screen.getByLabelText<HTMLInputElement>('Maximum inactivity (seconds)').readOnly).toBe(true);
    await userEvent.click(screen.getByLabelText('One session per user'));
    const length = screen.getByLabelText<HTMLInputElement>('Maximum session length (seconds)');
    await userEvent.clear(length);
    await userEvent.type(length, '0');
    expect(flow.getSnapshot().context.values).toMatchObject({
      SESSIONS_TIMEBOX: '0',
      SESSIONS_SINGLE_PER_USER: false,
    });
  });

  it('marks the sections with edits, and links to each', async () => {
    await show('urls');
    await userEvent.type(screen.getByLabelText('Site URL'), '/app');
    const sections = within(screen.getByRole('navigation', { name: 'Auth settings' }));
    const links = sections.getAllByRole<HTMLAnchorElement>('link').map(({ textContent, href }) => [textContent, href]);
    expect(links.find(([name]) => name === 'URLsUnsaved')?.[1]).toContain(
      `/project/${orders.ref}/auth/config?section=urls`,
    );
    expect(links).toHaveLength(authSections.length);
  });

  it('tries out addresses with the URLs that are typed', async () => {
    await show('urls');
    const asked = screen.getByLabelText('URL to test');
    await userEvent.type(asked, 'https://eve.example/');
    expect(screen.getByText('Not allowed. The link goes to https://ferries.example.com.')).toBeTruthy();
    await userEvent.clear(asked);
    await userEvent.type(asked, 'ferries://harbor/1');
    expect(screen.getByText('Allowed. The link goes there.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Redirect URLs'));
    expect(screen.getByText('Not allowed. The link goes to https://ferries.example.com.')).toBeTruthy();
  });

  it('shows the server’s own text of an email until another is typed, and goes back to it', async () => {
    const flow = await show('templates');
    const subject = screen.getByLabelText<HTMLInputElement>('Subject');
    expect(subject.value).toBe('Subject of CONFIRMATION');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reset to default' }).disabled).toBe(true);
    await userEvent.type(subject, ' for {{{{ .Email }}');
    expect(flow.getSnapshot().context.values.MAILER_SUBJECTS_CONFIRMATION).toBe(
      'Subject of CONFIRMATION for {{ .Email }}',
    );
    expect(screen.getByText('Subject of CONFIRMATION for ada@example.com')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reset to default' }));
    expect(flow.getSnapshot().context.values.MAILER_SUBJECTS_CONFIRMATION).toBe('');
    expect(subject.value).toBe('Subject of CONFIRMATION');
    await userEvent.selectOptions(screen.getByLabelText('Email'), 'Magic link');
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Subject of MAGIC_LINK');
  });

  it('previews an email in a frame that can read nothing of the page', async () => {
    await show('templates');
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the email');
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts');
    expect(frame.getAttribute('src')).toBe('/auth/mail-preview');
  });

  it('adds, edits and removes OpenID Connect providers', async () => {
    const flow = await show('providers', {
      EXTERNAL_OIDC_PROVIDERS: [{ id: 'acme', name: 'Acme', issuer: 'https://acme.example', client_id: 'one' }],
    });
    const provider = within(screen.getByRole('group', { name: 'Acme' }));
    expect(provider.getByText(/A secret is stored/)).toBeTruthy();
    await userEvent.type(provider.getByLabelText('Issuer'), '/main');
    expect(provider.getByText('No secret is stored for this issuer.')).toBeTruthy();
    await userEvent.type(provider.getByLabelText('Client secret'), 'secret');
    expect(readProviders(flow.getSnapshot().context.values.EXTERNAL_OIDC_PROVIDERS)).toEqual([
      { id: 'acme', name: 'Acme', issuer: 'https://acme.example/main', client_id: 'one', client_secret: 'secret' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Add provider' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Acme' }));
    expect(screen.getByRole('group', { name: 'Provider 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove provider 1' }));
    expect(screen.getByText('No OpenID Connect providers yet.')).toBeTruthy();
  });

  it.each([
    [{ HOOK_SEND_SMS_ENABLED: true }, 'A hook sends your app’s SMS'],
    [{ SMS_PROVIDER: 'twilio' as const }, 'Twilio sends your app’s SMS'],
    [{ SERVER_SHOWS_SMS: true }, '/outbox shows the messages'],
    [{ SERVER_SHOWS_SMS: false }, 'Set up a provider or a hook'],
  ])('says what sends SMS with %j', async (changed, words) => {
    await show('phone', changed);
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
  });
});
