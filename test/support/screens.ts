import type { Page } from 'playwright-core';
import type { AnswerEvent } from '../../src/contract/assistant/answer.ts';
import type { AssistantStatus } from '../../src/contract/assistant/assistantStatus.ts';
import type { ProjectUserDetail, ProjectUserPage } from '../../src/contract/auth/projectUser.ts';
import type { LogPage } from '../../src/contract/logs/logLine.ts';
/** Every screen and how to reach it, for the appearance tests and `npm run screenshots`. */
import { href } from '../../src/router/href.ts';
import { storageEntries } from '../../src/services/browser/storage.ts';
import { advisors } from '../fixtures/advisors.ts';
import { newPerson, runSql } from './accounts.ts';
import { isAt } from './addresses.ts';
import { offerAssistant } from './offerAssistant.ts';

/** Data that the screens show. */
export interface Scene {
  slug: string;
  ref: string;
  pausedRef: string;
  /** Name of the paused project. */
  pausedName: string;
}

export interface Screen {
  name: string;
  /** Navigates to the screen; signed in unless the screen is for guests. */
  open: (page: Page, scene: Scene) => Promise<void>;
  /** Its requests are still pending when the picture is taken. */
  isWaiting?: true;
}

const opening =
  (path: (scene: Scene) => string, ready: (page: Page, scene: Scene) => Promise<void>): Screen['open'] =>
  async (page, scene) => {
    await page.goto(path(scene));
    await ready(page, scene);
  };

/**
 * Goes to a page as a link does: without loading the app again where one of its other pages is open. Ends when the name of
 * the new page is read out.
 */
async function follow(page: Page, path: string): Promise<void> {
  const isFollowed = await page.evaluate((to) => {
    const voice = document.querySelector('[aria-live=polite]');
    if (voice === null || location.pathname === new URL(to, location.origin).pathname) return false;
    voice.textContent = '';
    history.pushState(null, '', to);
    return true;
  }, path);
  if (isFollowed) await page.locator('[aria-live=polite]:not(:empty)').first().waitFor({ state: 'attached' });
  else await page.goto(path);
}

/** As `opening`, for a screen that does not depend on what the page before has read. */
const following =
  (path: (scene: Scene) => string, ready: (page: Page, scene: Scene) => Promise<void>): Screen['open'] =>
  async (page, scene) => {
    await follow(page, path(scene));
    await ready(page, scene);
  };

/** On the list of projects, with nothing open over it. */
async function openList(page: Page, { pausedName }: Scene): Promise<void> {
  if (page.url().endsWith(href('projects'))) await page.keyboard.press('Escape');
  else await follow(page, href('projects'));
  await page.locator('[role=dialog], [role=menu]').filter({ visible: true }).first().waitFor({ state: 'detached' });
  await page.getByRole('link', { name: pausedName, exact: true }).waitFor();
}

/** A query without text. */
async function openQuery(page: Page, { ref }: Scene): Promise<void> {
  const address = page.url();
  if (address.includes(`${href('sql', { ref })}/`)) {
    await page.keyboard.press('Escape');
    const queries = page.getByRole('navigation', { name: 'Queries' });
    const toQueries = page.getByRole('button', { name: 'Queries' });
    await queries.or(toQueries).filter({ visible: true }).first().waitFor();
    if (!(await queries.isVisible())) await toQueries.click();
    await queries.getByRole('button', { name: 'New query' }).click();
    await page.waitForURL((url) => url.href !== address);
    await page.getByText('Run a query to see results').waitFor();
  } else await follow(page, href('sql', { ref }));
}

export const guestScreens: readonly Screen[] = [
  {
    name: 'sign in',
    open: opening(
      () => href('signIn'),
      (page) => page.getByLabel('Email').waitFor(),
    ),
  },
  {
    name: 'sign in, refused',
    open: opening(
      () => href('signIn'),
      async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await page.getByLabel('Password', { exact: true }).fill('not this one');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').first().waitFor();
      },
    ),
  },
  {
    name: 'sign in, asked for consent',
    open: async (page) => {
      // Kept for the next page: each picture and each test has its own page.
      await page.addInitScript((key) => localStorage.removeItem(key), storageEntries.telemetryConsent.key);
      await page.goto(href('signIn'));
      await page.getByRole('region', { name: 'Telemetry' }).getByRole('button', { name: 'Accept' }).waitFor();
    },
  },
  {
    name: 'sign in by email',
    open: opening(
      () => href('emailSignIn'),
      (page) => page.getByLabel('Email').waitFor(),
    ),
  },
  {
    name: 'sign in with SSO',
    open: opening(
      () => href('ssoSignIn'),
      (page) => page.getByLabel('Email').waitFor(),
    ),
  },
  {
    name: 'sign in by phone',
    open: opening(
      () => href('phoneSignIn'),
      (page) => page.getByLabel('Phone').waitFor(),
    ),
  },
  {
    name: 'sign in with a provider that the server does not have',
    open: opening(
      () => href('externalSignIn', { provider: 'github' }),
      (page) => page.getByText('This server does not have this provider').waitFor(),
    ),
  },
  {
    name: 'sign in, last by email',
    open: async (page) => {
      await page.addInitScript((key) => localStorage.setItem(key, 'email'), storageEntries.lastSignInMethod.key);
      await page.goto(href('signIn'));
      await page.getByText('Last used').waitFor();
    },
  },
  {
    name: 'forgot password',
    open: opening(
      () => href('forgotPassword'),
      (page) => page.getByLabel('Email').waitFor(),
    ),
  },
  {
    name: 'forgot password, email sent',
    open: opening(
      () => href('forgotPassword'),
      async (page) => {
        // A second email to the same address would have to wait.
        await page.getByLabel('Email').fill(newPerson().email);
        await page.getByRole('button', { name: 'Send email' }).click();
        await page.getByLabel('Code').waitFor();
      },
    ),
  },
  {
    name: 'reset password, expired',
    open: opening(
      () => href('resetPassword', {}, { error_code: 'otp_expired' }),
      (page) => page.getByRole('link', { name: 'Send another email' }).waitFor(),
    ),
  },
  {
    name: 'confirm email',
    open: opening(
      () => href('confirmEmail'),
      (page) => page.getByText('Your email address is confirmed').waitFor(),
    ),
  },
  {
    name: 'sign up, with its rules',
    open: opening(
      () => href('signUp'),
      async (page) => {
        await page.getByLabel('Password', { exact: true }).fill('river');
        await page
          .getByText(/is not acceptable|is not secure enough/)
          .first()
          .waitFor();
      },
    ),
  },
];

/** Makes one of the platform's reads fail, with a refusal: what might pass is tried again for seconds before it is said. */
async function refuse(page: Page, path: string): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'unavailable',
        message: 'The service is unavailable. Try again.',
        request_id: '0b9f5a52-7c8e-4a9c-8d55-6a8f6c0b7f1e',
      },
    }),
  );
}

const moment = '2026-01-01T00:00:00Z';
/** A user with everything that the page shows. */
const projectUser: ProjectUserDetail = {
  id: '6f0a3a5e-6d0c-4c0e-9a53-6a4f3f3f3f3f',
  email: 'grace@example.com',
  phone: '15550100',
  name: 'Grace Hopper',
  created_at: moment,
  last_sign_in_at: moment,
  confirmed_at: moment,
  banned_until: '2126-01-01T00:00:00Z',
  providers: ['email', 'github'],
  email_confirmed_at: null,
  phone_confirmed_at: moment,
  invited_at: moment,
  is_anonymous: false,
  user_metadata: { name: 'Grace Hopper', languages: ['COBOL', 'FLOW-MATIC'] },
  app_metadata: { provider: 'email', providers: ['email', 'github'], plan: 'gold' },
  identities: ['email', 'github'].map((provider) => ({
    identity_id: provider,
    provider,
    email: 'grace@example.com',
    created_at: moment,
    last_sign_in_at: moment,
  })),
  factors: [{ id: 'phone', friendly_name: 'Phone', factor_type: 'totp', status: 'verified', created_at: moment }],
  sessions: ['Firefox/140.0 Windows', 'Chrome/143.0 Android'].map((user_agent) => ({
    id: user_agent,
    aal: 'aal2',
    user_agent,
    ip: '192.0.2.1',
    created_at: moment,
    last_seen_at: moment,
  })),
};

const logPage: LogPage = {
  lines: (
    [
      ['postgres_logs', 'error', 'relation "public.boats" does not exist', { parsed: { sql_state_code: '42P01' } }],
      ['edge_logs', 'warning', 'GET /rest/v1/boats?select=…&berths=… 404', { response: { status_code: 404 } }],
      ['auth_logs', 'info', 'POST /token 200: login', { auth_event: { action: 'login' }, status: 200 }],
      ['postgres_logs', 'info', `Counted ${'one boat after another, '.repeat(20)}`, {}],
    ] as const
  ).map(([source, level, event_message, metadata], index) => ({
    id: String(9 - index),
    timestamp: moment,
    source,
    level,
    event_message,
    metadata,
  })),
  next: '1.1',
  searched_to: null,
  points: Array.from({ length: 24 }, (_, index) => ({
    at: new Date(Date.parse(moment) + index * 3_600_000).toISOString(),
    lines: (index * 7) % 23,
  })),
  retention: { days: 7, lines: 100_000 },
};

const assistantStatus: AssistantStatus = {
  configured: true,
  model: 'large',
  host: 'api.example.com',
  contextTokens: 32_000,
  configuredBy: 'organization',
  organization: 'acme',
  canConfigure: true,
  settings: [],
};

const answerOf = (...events: readonly AnswerEvent[]): string =>
  [{ type: 'begin', model: 'large', tables: null, messagesLeftOut: 0 }, ...events]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');

const assistantAnswer = answerOf(
  {
    type: 'text',
    text: 'Look at their **berths**:\n\n```sql\nselect name, berths\nfrom boats\norder by berths desc\nlimit 10;\n```\n\n| Column | Meaning |\n| --- | --- |\n| `berths` | Beds of a boat |\n\nThe [guide](/guides/database/tables) says more.',
  },
  { type: 'toolCall', id: 'one', name: 'runReadOnlyQuery', input: { sql: 'select max(berths)\nfrom boats' } },
  { type: 'usage', inputTokens: 1_200, outputTokens: 80 },
  { type: 'finish', reason: 'toolCalls' },
);

const generatedSql = answerOf(
  { type: 'text', text: 'select name, berths\nfrom boats\norder by berths desc\nlimit 10;' },
  { type: 'finish', reason: 'stop' },
);

const userPage: ProjectUserPage = {
  users: [
    projectUser,
    {
      ...projectUser,
      id: '7f0a3a5e-6d0c-4c0e-9a53-6a4f3f3f3f3f',
      email: 'a.very.long.address.of.a.user@subdomain.of.a.long.example.com',
      phone: '',
      name: '',
      banned_until: null,
      last_sign_in_at: null,
      confirmed_at: null,
    },
  ],
  total: 2,
  next: null,
};

/** Changes a response of one of the platform's reads to that of another kind of user, until the page has been tested. */
async function answered(page: Page, path: string, json: unknown, seen: () => Promise<void>): Promise<void> {
  await page.route(path, (route) => route.fulfill({ json }));
  await seen();
  await page.unroute(path);
}

/** Shows the assistant of a project as with a model. */
async function withModel(page: Page, ref: string, seen: () => Promise<void>): Promise<void> {
  const withdraw = await offerAssistant(page);
  await answered(page, `**/projects/${ref}/assistant`, assistantStatus, seen);
  await withdraw();
}

/** Delays a read until the page is left. Without a remaining route Playwright would release all delayed requests. */
async function withoutAnswer(page: Page, path: string, seen: () => Promise<void>): Promise<void> {
  const hold = () => undefined;
  await page.route(path, hold);
  await seen();
  page.once('framenavigated', () => void page.unroute(path, hold));
}

/** A built file whose modules are as they were, but for a view that throws. */
const withBrokenView = (code: string): string =>
  code.replace(/export\{([^}]*)\};?\s*$/, (_, list: string) => {
    const exported = list.split(',').map((entry) => entry.split(' as '));
    const names = exported.map(([, name], index) => `broken${index} as ${name}`).join(',');
    return `const fail=()=>{throw new TypeError("Cannot read properties of undefined (reading 'name')")};
const broken=(one)=>typeof one?.default==='function'?{...one,default:fail}:one;
${exported.map(([local], index) => `const broken${index}=broken(${local});`).join('')}export{${names}};`;
  });

export const userScreens: readonly Screen[] = [
  {
    name: 'projects',
    open: opening(
      () => href('projects'),
      (page, { pausedName }) => page.getByRole('link', { name: pausedName, exact: true }).waitFor(),
    ),
  },
  {
    name: 'projects that are being loaded',
    isWaiting: true,
    open: (page) =>
      withoutAnswer(page, '**/platform/projects', async () => {
        await page.goto(href('projects'));
        await page.getByRole('status', { name: 'Loading your projects' }).waitFor();
      }),
  },
  {
    name: 'projects of a newcomer',
    open: (page) =>
      answered(page, '**/platform/organizations', [], () =>
        answered(page, '**/platform/projects', [], async () => {
          await page.goto(href('projects'));
          await page.getByText('Create your first project').waitFor();
        }),
      ),
  },
  {
    name: 'organization without projects',
    open: (page) =>
      answered(page, '**/platform/projects', [], async () => {
        await page.goto(href('projects'));
        await page.getByRole('link', { name: 'Create project' }).waitFor();
      }),
  },
  {
    name: 'projects that nothing matches',
    open: opening(
      () => href('projects', {}, { search: 'zeppelin' }),
      (page) => page.getByRole('button', { name: 'Show all projects' }).waitFor(),
    ),
  },
  {
    name: 'organization',
    open: following(
      ({ slug }) => href('organization', { slug }),
      (page) => page.getByRole('link', { name: 'Billing' }).waitFor(),
    ),
  },
  {
    name: 'example of a guide',
    open: following(
      () => `${href('sqlExample')}?sql=select%201%3B`,
      (page) => page.getByText('Open in the SQL editor of').waitFor(),
    ),
  },
  {
    name: 'tables',
    open: following(
      ({ ref }) => href('tables', { ref }),
      (page) => page.getByRole('button', { name: 'New table' }).first().waitFor(),
    ),
  },
  {
    name: 'new table',
    open: async (page, { ref }) => {
      await follow(page, href('tables', { ref }));
      await page.getByRole('button', { name: 'New table' }).first().click();
      await page.getByRole('dialog').getByText('create table public').waitFor();
    },
  },
  {
    name: 'import',
    open: async (page, { ref }) => {
      await follow(page, href('tables', { ref }));
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      const buffer = Buffer.from('id,name,built\n1,Ada,2020-01-01\n2,Grace,\n3\n');
      await page.getByLabel('File to import').setInputFiles({ name: 'boats.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('dialog').getByText('create table public').waitFor();
    },
  },
  {
    name: 'logs',
    open: (page, { ref }) =>
      answered(page, `**/platform/projects/${ref}/logs*`, logPage, async () => {
        await follow(page, href('logs', { ref }));
        await page.getByRole('button', { name: 'POST /token 200: login' }).waitFor();
      }),
  },
  {
    name: 'log line',
    open: (page, { ref }) =>
      answered(page, `**/platform/projects/${ref}/logs*`, logPage, async () => {
        await follow(page, href('logs', { ref }, { source: 'postgres_logs' }));
        await page.getByRole('button', { name: 'relation "public.boats" does not exist' }).click();
        await page.getByRole('dialog', { name: 'Log entry' }).getByText('SQLSTATE').waitFor();
      }),
  },
  {
    name: 'users',
    open: following(
      ({ ref }) => href('users', { ref }),
      (page) => page.getByText('No users yet').waitFor(),
    ),
  },
  {
    name: 'users who signed up',
    open: (page, { ref }) =>
      answered(page, `**/platform/auth/${ref}/users`, userPage, async () => {
        await follow(page, href('users', { ref }));
        await page.getByRole('rowheader', { name: projectUser.email }).waitFor();
      }),
  },
  {
    name: 'user',
    open: (page, { ref }) =>
      answered(page, `**/platform/auth/${ref}/users/${projectUser.id}`, projectUser, async () => {
        await follow(page, href('user', { ref, id: projectUser.id }));
        await page.getByRole('heading', { level: 1, name: projectUser.email }).waitFor();
      }),
  },
  {
    name: 'metadata of a user',
    open: (page, { ref }) =>
      answered(page, `**/platform/auth/${ref}/users/${projectUser.id}`, projectUser, async () => {
        await follow(page, href('user', { ref, id: projectUser.id }));
        await page.getByRole('button', { name: 'Edit metadata…' }).click();
        await page.getByRole('dialog').getByLabel('App metadata').waitFor();
      }),
  },
  {
    name: 'invitation of a user',
    open: async (page, { ref }) => {
      await follow(page, href('users', { ref }));
      await page.getByRole('button', { name: 'Invite user' }).click();
      await page.getByRole('dialog').getByLabel('Email').waitFor();
    },
  },
  ...(
    [
      ['sign-in', 'Allow new users to sign up'],
      ['providers', 'Allow sign-in with GitHub'],
      ['urls', 'Site URL'],
      ['limits', 'Sign-ups'],
      ['sessions', 'One session per user'],
      ['smtp', 'Sender email'],
    ] as const
  ).map(([section, label]) => ({
    name: `auth settings, ${section}`,
    open: following(
      ({ ref }) => href('authConfig', { ref }, { section }),
      (page) => page.getByLabel(label, { exact: true }).waitFor(),
    ),
  })),
  {
    name: 'advisors',
    open: (page, { ref }) =>
      answered(page, `**/projects/${ref}/advisors`, advisors, async () => {
        await follow(page, href('advisors', { ref }));
        await page.getByRole('button', { name: /^public\.todos/ }).click();
        await page.getByRole('link', { name: 'Open in SQL editor' }).waitFor();
      }),
  },
  {
    name: 'account, profile',
    open: following(
      () => href('accountProfile'),
      (page) => page.getByLabel('First name').waitFor(),
    ),
  },
  {
    name: 'account, email',
    open: following(
      () => href('accountEmail'),
      (page) => page.getByLabel('New email').waitFor(),
    ),
  },
  {
    name: 'account, password',
    open: following(
      () => href('accountPassword'),
      (page) => page.getByLabel('New password').waitFor(),
    ),
  },
  {
    name: 'account, sign-in methods',
    open: following(
      () => href('accountSignInMethods'),
      (page) => page.getByRole('list', { name: 'Sign-in methods' }).waitFor(),
    ),
  },
  {
    name: 'account, two-step verification',
    open: following(
      () => href('accountFactors'),
      (page) => page.getByLabel('App name').waitFor(),
    ),
  },
  {
    name: 'account, sessions',
    open: following(
      () => href('accountSessions'),
      (page) => page.getByText('This device').waitFor(),
    ),
  },
  {
    name: 'account, preferences',
    open: following(
      () => href('accountPreferences'),
      (page) => page.getByLabel('Time zone').waitFor(),
    ),
  },
  {
    name: 'account, access tokens',
    open: following(
      () => href('accountTokens'),
      (page) => page.getByRole('button', { name: 'Create token' }).waitFor(),
    ),
  },
  {
    name: 'account, delete account',
    open: following(
      () => href('accountDeletion'),
      (page) => page.getByRole('button', { name: /^(?:Delete account|Check again)$/ }).waitFor(),
    ),
  },
  {
    name: 'account, audit log',
    open: following(
      () => href('accountEvents'),
      (page) => page.getByRole('table').waitFor(),
    ),
  },
  {
    name: 'billing',
    open: following(
      ({ slug }) => href('organizationBilling', { slug }),
      (page) => page.getByText(/is on the .* plan/).waitFor(),
    ),
  },
  {
    name: 'model of an organization',
    open: following(
      ({ slug }) => href('organizationAssistant', { slug }),
      (page) => page.getByLabel('Base URL').waitFor(),
    ),
  },
  {
    name: 'SQL editor with proposed SQL',
    open: (page, scene) =>
      withModel(page, scene.ref, async () => {
        await page.route(`**/projects/${scene.ref}/assistant/answer`, (route) =>
          route.fulfill({ contentType: 'application/x-ndjson', body: generatedSql }),
        );
        // The page must read its organizations with the model.
        await page.goto(href('sql', { ref: scene.ref }));
        await page.waitForURL(isAt('sqlSnippet'));
        await openQuery(page, scene);
        await page.getByRole('button', { name: 'Generate SQL', exact: true }).click();
        await page.getByRole('textbox', { name: 'Request' }).fill('The largest boats');
        await page.getByRole('textbox', { name: 'Request' }).press('Enter');
        await page.getByRole('region', { name: 'SQL from the assistant' }).waitFor();
        await page.unroute(`**/projects/${scene.ref}/assistant/answer`);
      }),
  },
  {
    name: 'new organization',
    open: following(
      () => href('newOrganization', {}, { plan: 'pro', kind: 'COMPANY' }),
      (page) => page.getByLabel('Company size').waitFor(),
    ),
  },
  {
    name: 'new project',
    open: following(
      ({ slug }) => href('newProject', { slug }),
      (page) => page.getByLabel('Name', { exact: true }).waitFor(),
    ),
  },
  {
    name: 'new project of a newcomer',
    open: (page) =>
      answered(page, '**/platform/organizations', [], async () => {
        await page.goto(href('newProject', { slug: 'first' }));
        await page.getByLabel('Organization name').waitFor();
      }),
  },
  {
    name: 'new project, incomplete',
    open: opening(
      ({ slug }) => href('newProject', { slug }),
      async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('ab');
        await page.getByRole('button', { name: 'Create project' }).click();
        await page.getByRole('alert').first().waitFor();
      },
    ),
  },
  {
    name: 'project that is being set up',
    isWaiting: true,
    open: async (page, { ref }) => {
      await page.route(`**/projects/${ref}`, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          json: {
            ...((await answer.json()) as object),
            status: 'COMING_UP',
            status_reason: null,
            setup: { ended_ms: [420], elapsed_ms: 600 },
          },
        });
      });
      await withoutAnswer(page, `**/projects/${ref}/feed`, async () => {
        await page.goto(href('projectSetup', { ref }));
        await page.getByText('Setup progress').first().waitFor();
      });
      await page.unroute(`**/projects/${ref}`);
    },
  },
  {
    name: 'project that is being loaded',
    isWaiting: true,
    open: (page, { ref }) =>
      withoutAnswer(page, `**/projects/${ref}`, async () => {
        await page.goto(href('project', { ref }));
        await page.getByRole('status', { name: 'Loading the project' }).waitFor();
      }),
  },
  {
    name: 'project home',
    open: opening(
      ({ ref }) => href('project', { ref }),
      (page) => page.getByRole('slider', { name: /^Database size by/ }).waitFor(),
    ),
  },
  {
    name: 'project home, with a card that cannot be loaded',
    open: async (page, { ref }) => {
      await refuse(page, `**/projects/${ref}/database/tables`);
      await page.goto(href('project', { ref }));
      await page.getByText('Could not load the tables').waitFor();
      await page.unroute(`**/projects/${ref}/database/tables`);
    },
  },
  {
    name: 'project home, with how to connect',
    open: opening(
      ({ ref }) => href('project', { ref }, { connect: 'app', language: 'go' }),
      (page) => page.getByRole('region', { name: 'Go code' }).locator('span').first().waitFor(),
    ),
  },
  {
    name: 'project that cannot be loaded',
    open: async (page, { ref }) => {
      await refuse(page, `**/projects/${ref}`);
      await page.goto(href('project', { ref }));
      await page.getByText('Could not load the project').waitFor();
      await page.unroute(`**/projects/${ref}`);
    },
  },
  {
    name: 'paused project',
    open: following(
      ({ pausedRef }) => href('project', { ref: pausedRef }),
      (page) => page.getByText('This project is paused').waitFor(),
    ),
  },
  {
    name: 'project that is to be deleted',
    open: opening(
      ({ ref }) => href('project', { ref }),
      async (page) => {
        await page.getByRole('button', { name: 'Delete project' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    ),
  },
  {
    name: 'SQL editor with a result',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(
        page,
        `select n, md5(n::text) as digest, n % 2 = 0 as even, null as nothing from generate_series(1, 50) n;`,
      );
      await page.getByText(/^50 rows in/).waitFor();
    },
  },
  {
    name: 'SQL editor with a plan',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(
        page,
        `explain (analyze, buffers) select c.relkind, count(*) from pg_class c join pg_attribute a on a.attrelid = c.oid
where a.attnum > 0 and c.relname like 'pg\\_%' group by c.relkind order by count(*) desc limit 3;`,
      );
      await page.getByRole('tree', { name: 'Query plan' }).waitFor();
    },
  },
  {
    name: 'SQL editor with an error',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(page, 'select nothing from nowhere;');
      await page.getByText('SQLSTATE').waitFor();
    },
  },
  {
    name: 'SQL editor with a failed script',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(page, 'begin; select 1; select 1 / 0; commit;');
      await page.getByText('SQLSTATE').waitFor();
      await page.getByRole('tab', { name: 'Messages' }).click();
    },
  },
  {
    name: 'destructive query',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(page, 'drop table if exists nothing_of_this_name;');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'cell of a result',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(
        page,
        `select json_build_object('name', 'Lighthouse', 'lamps', json_build_array(1, 2, null)) as building;`,
      );
      await page.getByRole('gridcell').first().dblclick();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'table',
    open: async (page, scene) => {
      await openQuery(page, scene);
      await runSql(
        page,
        `create table if not exists boats (id int primary key, name text, berths int, built date, notes jsonb); insert into boats select n, 'Boat ' || n, n % 9, date '2020-01-01' + n, '{}' from generate_series(1, 40) n on conflict do nothing;`,
      );
      await page.getByText('Completed in').first().waitFor();
      await follow(page, href('tables', { ref: scene.ref }));
      await page.getByRole('link', { name: 'boats', exact: true }).click();
      await page.getByRole('grid', { name: 'Rows of boats' }).getByText('Boat 1', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Insert row' }).click();
      await page.getByText('1 change staged').waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
    },
  },
  {
    name: 'support',
    open: following(
      ({ ref }) => `${href('support')}?category=dashboard_bug&subject=The%20grid%20is%20empty&project_ref=${ref}`,
      async (page) => {
        await page.getByRole('button', { name: 'Preview trace' }).click();
        await page.getByRole('checkbox', { name: 'Attach this trace' }).waitFor();
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('Describe the problem.').waitFor();
      },
    ),
  },
  {
    name: 'not found',
    open: following(
      () => '/no/such/page',
      (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
    ),
  },
  {
    name: 'no access',
    open: async (page, { ref }) => {
      await page.route(`**/projects/${ref}`, (route) =>
        route.fulfill({
          status: 404,
          json: { code: 'project_not_found', message: 'This project does not exist', request_id: '1' },
        }),
      );
      await page.goto(href('project', { ref }));
      await page.getByText('You don’t have access to this project').waitFor();
      // The page reads its project again while it is looked at.
      page.once('framenavigated', () => void page.unroute(`**/projects/${ref}`));
    },
  },
  {
    name: 'navigation, on a narrow window',
    open: async (page, { ref }) => {
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: wide.height });
      await page.goto(href('project', { ref }));
      await page.getByRole('button', { name: 'Navigation' }).click();
      await page.getByRole('dialog', { name: 'Basechart' }).waitFor();
    },
  },
  {
    name: 'queries, on a narrow window',
    open: async (page, { ref }) => {
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: wide.height });
      await page.goto(href('sql', { ref }));
      await page.getByRole('button', { name: 'Queries' }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'menu of the account',
    open: async (page, scene) => {
      await openList(page, scene);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'command palette',
    open: async (page, scene) => {
      await openList(page, scene);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'shortcuts',
    open: async (page, scene) => {
      await openList(page, scene);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'privacy settings',
    open: async (page, scene) => {
      await openList(page, scene);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Privacy settings' }).click();
      await page.getByRole('dialog', { name: 'Privacy settings' }).waitFor();
    },
  },
  {
    name: 'application error',
    open: async (page) => {
      // Makes the view of a screen fail, because no real one is known to.
      await page.route('**/assets/projects-*.js', async (route) => {
        const code = await (await route.fetch()).text();
        await route.fulfill({ contentType: 'text/javascript', body: withBrokenView(code) });
      });
      await page.goto(href('projects'));
      await page.getByText('Application error').first().waitFor();
      await page.unroute('**/assets/projects-*.js');
    },
  },
  {
    name: 'projects that cannot be loaded',
    open: async (page) => {
      await refuse(page, '**/platform/projects');
      await page.goto(href('projects'));
      await page.getByText('The service is unavailable. Try again.').first().waitFor();
      await page.unroute('**/platform/projects');
    },
  },
  // The last ones: the panel stays open for the pages that follow.
  {
    name: 'assistant without a model',
    open: async (page, { ref }) => {
      await page.goto(href('project', { ref }, { aiAssistantPanelOpen: 'true' }));
      await page.getByText('No model is configured').waitFor();
    },
  },
  {
    name: 'assistant with a conversation',
    open: (page, { ref }) =>
      withModel(page, ref, async () => {
        await page.route(`**/projects/${ref}/assistant/answer`, (route) =>
          route.fulfill({ contentType: 'application/x-ndjson', body: assistantAnswer }),
        );
        await page.goto(href('project', { ref }, { aiAssistantPanelOpen: 'true' }));
        await page.getByRole('textbox', { name: 'Question' }).fill('Which boats are the largest?');
        await page.getByRole('button', { name: 'Send question' }).click();
        await page.getByText('The model asks to use').waitFor();
        await page.unroute(`**/projects/${ref}/assistant/answer`);
      }),
  },
];
