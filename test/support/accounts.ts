import type { Page } from 'playwright-core';
import type { Organization } from '../../src/contract/organizations/organization.ts';
import type { CreateProject } from '../../src/contract/projects/createProject.ts';
import type { Project, ProjectDetail } from '../../src/contract/projects/project.ts';
import { href } from '../../src/router/href.ts';
import { matchRoute } from '../../src/router/matchRoute.ts';
import { storageEntries } from '../../src/services/browser/storage.ts';
/** Actions of users on the screens, with shortcuts for journeys that are about something else. */
import { isAt, paramsAt } from './addresses.ts';
import type { Platform } from './browser.ts';
import { mailTo } from './outbox.ts';

export interface Person {
  email: string;
  password: string;
}

let count = 0;

/** A user without an account. */
export const newPerson = (): Person => ({
  email: `person${++count}-${process.pid}@example.com`,
  password: 'Quartz-river-82-lantern',
});

export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto(href('signUp'));
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByText('This password is strong.').first().waitFor();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL((url) => url.pathname !== href('signUp'));
  return person;
}

/** On the sign-in page, wherever it leads. */
export async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== href('signIn'));
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto(href('signIn'));
  await signInHere(page, person);
}

/**
 * Signs the browser in before its next page opens, without one of its pages; returns a function after which pages no
 * longer begin with that session.
 */
export async function takeSession(page: Page, { email, password }: Person): Promise<() => Promise<void>> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`);
  const storing = await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    storageEntries.session.key,
    await answer.text(),
  ] as const);
  return () => storing.dispose();
}

/** Opens a page as a signed-in user, for journeys that are not about signing in. */
export async function enter(page: Page, person: Person, path = href('projects')): Promise<void> {
  const stopStoring = await takeSession(page, person);
  await page.goto(path);
  await stopStoring();
}

/** The slug of the organization, created on its screen. */
export async function createOrganization(page: Page, name: string): Promise<string> {
  await page.goto(href('newOrganization'));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.waitForURL(isAt('newProject'));
  return paramsAt('newProject', page.url()).slug;
}

/** The ref of the project, created on its screen, where the page is after the form. */
export async function createProject(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(isAt('project', 'projectSetup'));
  return matchRoute(new URL(page.url()).pathname)!.params['ref']!;
}

/** Replaces the text of the SQL editor. */
export async function typeSql(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  // Chromium replaces a selection with a styled element, which the page's policy refuses and reports.
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(sql);
}

/** Runs the whole text of the SQL editor, with any result. */
export async function runSql(page: Page, sql: string): Promise<void> {
  await typeSql(page, sql);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** The report of a canceled run, which a busy server may not have started yet. */
export const untilCanceled = (page: Page): Promise<void> =>
  page
    .getByText(/^Canceled (?:after|before it started)/)
    .first()
    .waitFor();

/** A user with an account, whose setup uses requests instead of the browser. */
export interface Account extends Person {
  token: string;
  request: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
}

async function ask<Answer>(
  origin: string,
  method: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A new user, who confirms the address with the code of an email where the server asks for it. */
export async function enrol(platform: Platform, person: Person = newPerson()): Promise<Account> {
  const origin = platform.origin();
  const signedUp = await ask<{ access_token?: string }>(origin, 'POST', '/auth/v1/signup', person);
  const { access_token: token } =
    signedUp.access_token === undefined
      ? await ask<{ access_token: string }>(origin, 'POST', '/auth/v1/verify', {
          type: 'signup',
          email: person.email,
          token: (await mailTo(platform, person.email)).code,
        })
      : { access_token: signedUp.access_token };
  const request: Account['request'] = (method, path, body) =>
    ask(platform.origin(), method, `/api${path}`, body, token);
  await request('POST', '/profile');
  return { ...person, token, request };
}

/** A user who already has an account. */
export async function accountOf(platform: Platform, person: Person): Promise<Account> {
  const { access_token: token } = await ask<{ access_token: string }>(
    platform.origin(),
    'POST',
    '/auth/v1/token?grant_type=password',
    person,
  );
  return {
    ...person,
    token,
    request: (method, path, body) => ask(platform.origin(), method, `/api${path}`, body, token),
  };
}

export const makeOrganization = (account: Account, name: string): Promise<Organization> =>
  account.request('POST', '/platform/organizations', { name, kind: 'PERSONAL', tier: 'tier_free' });

const settled = new Set<ProjectDetail['status']>(['ACTIVE_HEALTHY', 'INIT_FAILED']);

/** A project that is ready for SQL. */
export async function makeProject(
  account: Account,
  organization: Organization,
  name: string,
  settings: Partial<Pick<CreateProject, 'automatic_rls'>> = {},
): Promise<Project> {
  const project = await account.request<Project>('POST', '/platform/projects', {
    organization_slug: organization.slug,
    name,
    db_pass: 'Quartz-river-82-lantern',
    cloud_provider: 'AWS',
    region: 'us-east-1',
    ...settings,
  });
  for (;;) {
    const { status, status_reason: reason } = await account.request<ProjectDetail>(
      'GET',
      `/platform/projects/${project.ref}`,
    );
    if (status === 'ACTIVE_HEALTHY') return project;
    if (settled.has(status)) throw new Error(`The project ended in ${status}: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface WithProject {
  account: Account;
  organization: Organization;
  ref: string;
}

/** A user with one project, which is ready for SQL. */
export async function enrolWithProject(
  platform: Platform,
  organizationName: string,
  projectName: string,
): Promise<WithProject> {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, organizationName);
  const { ref } = await makeProject(account, organization, projectName);
  return { account, organization, ref };
}

/** Gives an organization a model, with which its projects offer the assistant. It need not answer. */
export const setModel = (account: Account, slug: string): Promise<unknown> =>
  account.request('PUT', `/platform/organizations/${slug}/assistant`, {
    url: 'https://api.example.com/v1',
    model: 'large',
    contextTokens: null,
  });

const readers = new WeakMap<Platform, WithProject>();

/** A user with the project Orders of Acme, whom all journeys share that change nothing on the server. */
export async function readerOf(platform: Platform): Promise<WithProject> {
  const reader = readers.get(platform) ?? (await enrolWithProject(platform, 'Acme', 'Orders'));
  readers.set(platform, reader);
  return reader;
}
