import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { pages, type PageName } from '../../../src/router/pages.ts';
import { enrol, newPerson, runSql, typeSql } from '../../support/accounts.ts';
/** Something is typed into every field of the product, and no trace holds what must not be in one. */
import { isAt } from '../../support/addresses.ts';
import { canaryFor, expectNoSecret, savedTrace } from '../../support/canaries.ts';
import { journeysOn } from '../../support/journey.ts';
import { offerAssistant } from '../../support/offerAssistant.ts';
import { mailTo } from '../../support/outbox.ts';

/**
 * What becomes of the words in a field: `hidden` are secrets, email addresses and what people write or look for, which are never
 * recorded (`src/inspector/trace/secrets.ts`); `named` are names of things, which a saved trace has only where the user keeps them
 * (`src/inspector/trace/names.ts`).
 */
type Fate = 'hidden' | 'named';

const projectName = canaryFor('the new project', 'Name');

/** Every field that takes text, by the place where it is met. A field that is not listed fails the test, as does one that is gone. */
const fields = {
  'sign-in': { Email: 'hidden', Password: 'hidden' },
  'the sign-in by email': { Email: 'hidden' },
  'the forgotten password': { Email: 'hidden' },
  'the code from an email': { Code: 'hidden' },
  'the reset password': { 'New password': 'hidden' },
  'sign-up': { Email: 'hidden', Password: 'hidden' },
  'the new organization': { Name: 'named' },
  'the new project': { Name: 'named' },
  'the deletion of a project': { [`Type “${projectName}” to confirm`]: 'hidden' },
  'the palette': { 'Command palette': 'hidden' },
  'the docs search': { 'Search the docs': 'hidden' },
  'the SQL editor': { SQL: 'hidden', 'Query name': 'named', 'Search queries': 'hidden' },
  'the name of a query': { Name: 'named' },
  'the list of projects': { 'Search projects': 'hidden' },
  'the logs of a project': { 'Search entries': 'hidden' },
  'the advisors of a project': { 'Search findings': 'hidden' },
  'the users of a project': { 'Search users': 'hidden' },
  'the list of tables': { 'Search tables': 'hidden' },
  'the new table': {
    Name: 'named',
    Comment: 'hidden',
    'Column name': 'named',
    Type: 'hidden',
    'References table': 'hidden',
    Check: 'hidden',
    'Generated as': 'hidden',
    'Comment of the column': 'hidden',
    Condition: 'hidden',
  },
  'the filter of rows': { Value: 'hidden', 'SQL condition': 'hidden' },
  'a value of a table': { Value: 'hidden' },
  'the changes of a table': {
    Name: 'named',
    'Comment of the table': 'hidden',
    'Column name': 'named',
    Type: 'hidden',
    Default: 'hidden',
    Comment: 'hidden',
    // It is there once the type is another one.
    'Convert with': 'hidden',
  },
  'the copy of a table': { Name: 'named' },
  'a row of a table': { 'Canary column': 'hidden' },
  'who sees a table': { 'ID or email address': 'hidden' },
  'the metadata of a user': { 'User metadata': 'hidden', 'App metadata': 'hidden' },
  'the password of a user': { 'New password': 'hidden' },
  'the invitation of a user': { Email: 'hidden' },
  'a new user': { Email: 'hidden', Password: 'hidden' },
  'the settings of sign-in': {
    'Lifetime of links and codes (seconds)': 'hidden',
    'Code length (digits)': 'hidden',
    'Minimum length': 'hidden',
  },
  'the settings of phones': {
    'Lifetime of a code (seconds)': 'hidden',
    'Code length (digits)': 'hidden',
    'Interval between SMS (seconds)': 'hidden',
    'SMS text': 'hidden',
  },
  'the settings of second factors': { 'Second factors per user': 'hidden' },
  'the settings of hooks': {
    'Email hook URL': 'hidden',
    'Email hook secret': 'hidden',
    'SMS hook URL': 'hidden',
    'SMS hook secret': 'hidden',
  },
  'the settings of providers': {
    'GitHub client ID': 'hidden',
    'GitHub client secret': 'hidden',
    'Google client ID': 'hidden',
    'Google client secret': 'hidden',
  },
  'the settings of URLs': {
    'Site URL': 'hidden',
    'Redirect URLs': 'hidden',
    'URL to test': 'hidden',
  },
  'the settings of rate limits': {
    Emails: 'hidden',
    SMS: 'hidden',
    'Sign-ups': 'hidden',
    'Sign-ins and token refreshes': 'hidden',
    'Uses of links and codes': 'hidden',
    'Anonymous sign-ups': 'hidden',
    'Codes of second factors': 'hidden',
  },
  'the settings of sessions': {
    'Access token lifetime (seconds)': 'hidden',
    'Refresh token reuse interval (seconds)': 'hidden',
  },
  'the settings of SMTP': {
    'Sender email': 'hidden',
    'Sender name': 'hidden',
    Host: 'hidden',
    Port: 'hidden',
    Username: 'hidden',
    Password: 'hidden',
    'Interval between emails (seconds)': 'hidden',
  },
  'the profile': { 'First name': 'named', 'Last name': 'named' },
  'the new email': { 'New email': 'hidden' },
  'the new password': { 'New password': 'hidden' },
  'the authenticator apps': { 'App name': 'named' },
  'the sessions': {},
  'the audit log': {},
  'an organization': {},
  'the model of an organization': {
    'Base URL': 'hidden',
    'Model name': 'hidden',
    'API key': 'hidden',
    'Context (tokens)': 'hidden',
  },
  'the assistant': { Question: 'hidden' },
  'generating SQL': { Request: 'hidden' },
  'an unknown address': {},
  'the bills of an organization': {},
  'the support form': { Subject: 'hidden', Message: 'hidden' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Fate>>>>;

/** Where nobody types anything of their own. */
const withoutFields: Readonly<Partial<Record<PageName, string>>> = {
  accountDeletion: 'Only the email address of the account, which traces replace.',
  accountPreferences: 'It has choices, and no text.',
  accountSignInMethods: 'It has buttons, and no text.',
  accountTokens: 'Only the name of a token; the token itself is hidden by its key.',
  sqlExample: 'It shows what its address holds: nothing is typed there.',
  ssoSignIn: 'Only an email address, as for the sign-in by email.',
  phoneSignIn: 'Only a phone number, which traces replace, and a password as for the sign-in by email.',
  confirmEmail: 'Where a link leads: nothing is typed there.',
  confirmEmailChange: 'Where a link leads: nothing is typed there.',
  externalSignIn: 'Where a provider leads back to: nothing is typed there.',
  gallery: 'The parts of the design, in no flow.',
  secondFactor: 'Only a code, which is that of an authenticator app; `secondFactor.test.ts` opens it.',
  flows: 'The inspector, which stands outside of what it looks at.',
  flowsReceiver: 'The inspector in a window of its own.',
};

const textFields =
  'input:is([type=text], [type=search], [type=email], [type=password], [type=tel], [type=url], [type=number], :not([type])), textarea, [contenteditable=true]';

const nameOf = (field: Locator): Promise<string> =>
  field.evaluate(
    (element) =>
      element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.id,
  );

const typedAt = new Set<keyof typeof fields>();

/** Types into every field there is within something, once it is there, and holds them to the table. */
async function typeEverywhere(page: Page, place: keyof typeof fields, within: Page | Locator = page): Promise<void> {
  const fates: Readonly<Record<string, Fate>> = fields[place];
  const found: string[] = [];
  typedAt.add(place);
  await within
    .locator(Object.keys(fates).length > 0 ? textFields : 'main h1')
    .first()
    .waitFor();
  for (const field of await within.locator(textFields).all()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    const name = await nameOf(field);
    found.push(name);
    if (name === 'SQL') await typeSql(page, canaryFor(place, name));
    else await field.fill(canaryFor(place, name));
  }
  expect(found.toSorted(), place).toEqual(Object.keys(fates).toSorted());
}

const journey = journeysOn({ env: { BASECHART_INSPECTOR: 'true' } });

journey(
  'what is typed into any field, and what the page keeps secret, reaches no trace',
  async ({ page, platform, watch }) => {
    watch.allow(/answer 4\d\d to POST/);
    const visited = new Set<PageName>();
    page.on('framenavigated', () => {
      const { pathname } = new URL(page.url());
      for (const [name, { path }] of Object.entries(pages)) {
        if (new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)) visited.add(name as PageName);
      }
    });

    await offerAssistant(page);
    await page.goto(href('signIn'));
    await typeEverywhere(page, 'sign-in');
    await page.getByLabel('Email').fill('canary@example.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectNoSecret(page, [], ['field.changed', 'form.submitted', 'xstate.error.actor.credentials']);

    const forgetful = await enrol(platform, {
      email: 'canary-forgetful@example.com',
      password: 'Quartz-river-82-lantern',
    });
    await page.getByRole('link', { name: 'Sign in by email' }).click();
    await page.waitForURL(isAt('emailSignIn'));
    await typeEverywhere(page, 'the sign-in by email');
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL(isAt('forgotPassword'));
    await typeEverywhere(page, 'the forgotten password');
    await page.getByLabel('Email').fill(forgetful.email);
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByLabel('Code').waitFor();
    await typeEverywhere(page, 'the code from an email');
    const { code, link } = await mailTo(platform, forgetful.email);
    await page.getByLabel('Code').fill(code);
    await page.waitForURL(isAt('resetPassword'));
    await page.getByLabel('New password').waitFor();
    await typeEverywhere(page, 'the reset password');
    await expectNoSecret(
      page,
      [code, new URL(link).searchParams.get('token')!],
      ['code.accepted', 'xstate.done.actor.link', 'field.changed'],
    );
    await page.goto(href('signOut'));
    await page.waitForURL(`**${href('signIn')}`);

    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(isAt('signUp'));
    await page.getByRole('button', { name: 'Show password' }).click();
    await typeEverywhere(page, 'sign-up');
    await page.getByText('This password is strong.').first().waitFor();
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL((url) => url.pathname !== href('signUp'));
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await expectNoSecret(page, [], ['field.changed', 'password.changed', 'session.began']);

    await page.goto(href('newOrganization'));
    await typeEverywhere(page, 'the new organization');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL(isAt('newProject'));
    const slug = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.locator('summary').click();
    await typeEverywhere(page, 'the new project');
    // Until the setup is shown, the page does not hear that it has ended.
    const setupShown = Promise.withResolvers<void>();
    await page.route('**/feed', async (route) => {
      await setupShown.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(isAt('projectSetup'));
    await page.getByText('Setting up your project.').waitFor();
    setupShown.resolve();
    await page.waitForURL(isAt('project'));
    await page.unroute('**/feed');
    await expectNoSecret(page, [], ['field.changed', 'xstate.done.actor.project']);

    await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const connect = page.getByRole('dialog', { name: /^Connect to / });
    await connect.getByRole('button', { name: 'Show the service key' }).click();
    const shownKeys = [...new Set((await connect.innerText()).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g))];
    // Both of them, and what a code sample says of one.
    expect(shownKeys.length).toBeGreaterThanOrEqual(2);
    await connect.getByRole('button', { name: 'Copy the service key' }).click();
    await page.keyboard.press('Escape');
    await connect.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete project' }).click();
    await typeEverywhere(page, 'the deletion of a project', page.getByRole('alertdialog'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+k');
    await typeEverywhere(page, 'the palette', page.getByRole('dialog'));
    await page.getByRole('option', { name: /^Search the docs for/ }).click();
    await page.getByRole('dialog', { name: 'Search the docs' }).getByText('Searching').waitFor({ state: 'detached' });
    await typeEverywhere(page, 'the docs search', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectNoSecret(page, shownKeys, ['copy.requested', 'name.typed', 'query.changed']);

    await page.getByRole('link', { name: 'Open SQL editor' }).click();
    await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();
    await typeEverywhere(page, 'the SQL editor');
    for (const [sql, shown] of [
      ['create table "Canary table" ("Canary column" text)', 'Completed in'],
      ['select * from "Canary nowhere"', 'SQLSTATE'],
      ['select \'Canary cell\' as "Canary column"', '1 row in'],
    ] as const) {
      await runSql(page, sql);
      await page.getByText(shown).first().waitFor();
    }
    await runSql(page, 'drop table "Canary table"');
    await page.getByRole('button', { name: 'Don’t run' }).click();
    await expectNoSecret(page, [], ['run.requested', 'draft.edited', 'search.changed', 'xstate.done.actor.stream']);
    await page.getByRole('button', { name: 'Generate SQL', exact: true }).click();
    await typeEverywhere(page, 'generating SQL', page.getByRole('region', { name: 'Generate SQL' }));
    await page.getByRole('button', { name: 'Close generator' }).click();
    await page.getByRole('button', { name: 'Assistant', exact: true }).click();
    await typeEverywhere(page, 'the assistant', page.getByRole('complementary', { name: 'Assistant' }));
    await page.getByRole('button', { name: 'Close assistant' }).click();
    await expectNoSecret(page, [], ['prompt.changed', 'state.updated']);

    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Search queries').fill('');
    await page.getByRole('navigation', { name: 'Queries' }).getByRole('button', { name: 'New query' }).click();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .nth(1)
      .waitFor();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await typeEverywhere(page, 'the name of a query', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectNoSecret(page, [], ['rename.requested']);
    // It is the title of the query, which the next new query is told.
    await typeSql(page, '-- Canary comment of a query\nselect 1');
    await page.getByText('Saved', { exact: true }).waitFor();
    const commented = new URL(page.url()).pathname;
    await page.getByRole('navigation', { name: 'Queries' }).getByRole('link', { name: 'Canary comment' }).waitFor();
    await page.getByRole('navigation', { name: 'Queries' }).getByRole('button', { name: 'New query' }).click();
    await page.waitForURL((url) => url.pathname !== commented);
    await expectNoSecret(page, [], ['snippet.newRequested']);

    await page.getByRole('link', { name: 'Project home' }).click();
    await page.getByText('Canary table').first().waitFor();
    await expectNoSecret(page, [], ['resource.observed']);
    // A trace names things only where the user wants that.
    expect((await savedTrace(page, { keepsNames: true })).text).toContain(projectName);

    await page.getByRole('link', { name: 'Table editor' }).click();
    // The rail covers the list while the pointer rests on it.
    await page.mouse.move(640, 10);
    await page.getByText('Choose a table').waitFor();
    await typeEverywhere(page, 'the list of tables');
    await page.getByLabel('Search tables').fill('');
    await page.getByRole('button', { name: 'New table' }).first().click();
    // One column is enough: the fields of all have the same names.
    await page.getByRole('button', { name: 'Remove created_at' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    await typeEverywhere(page, 'the new table', page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Add constraint' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create table' }).click();
    await page.getByText('Could not create the table').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectNoSecret(page, [], ['field.changed']);
    await page.getByRole('navigation', { name: 'Tables of the project' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Insert row' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await typeEverywhere(page, 'a value of a table', page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Stage value' }).click();
    await page.getByText('1 change staged').waitFor();
    await page.getByRole('grid').locator('[aria-rowindex="2"] [aria-colindex="1"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open row' }).click();
    await typeEverywhere(page, 'a row of a table', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'View as', exact: true }).click();
    await page.getByRole('menuitem', { name: 'A user…' }).click();
    await typeEverywhere(page, 'who sees a table', page.getByRole('dialog'));
    await page.getByRole('button', { name: 'View as this user' }).click();
    await page.getByText('Could not load the rows').waitFor();
    await page.getByRole('button', { name: 'View as yourself' }).click();
    await page.getByText('Could not load the rows').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Canary table' }).click();
    await page.getByRole('menuitem', { name: 'Edit table…' }).click();
    await page.getByRole('button', { name: 'More options' }).first().click();
    await typeEverywhere(page, 'the changes of a table', page.getByRole('dialog'));
    await page.getByLabel('Condition').fill('Canary of a condition');
    await page.getByRole('button', { name: 'Add constraint' }).click();
    await page.getByRole('button', { name: 'Change table' }).click();
    await page.getByText('Could not change the table').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Canary table' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate table…' }).click();
    await typeEverywhere(page, 'the copy of a table', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectNoSecret(page, [], ['row.opened', 'role.chosen', 'field.changed', 'form.submitted']);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await typeEverywhere(page, 'the filter of rows', page.getByRole('form', { name: 'Filter rows' }));
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Could not apply the filter').waitFor();
    await expectNoSecret(
      page,
      [],
      ['search.changed', 'rows.inserted', 'text.changed', 'cells.edited', 'filter.applied'],
    );

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByText('No users yet').waitFor();
    await typeEverywhere(page, 'the users of a project');
    await page.getByRole('button', { name: 'Create user' }).first().click();
    await page.getByRole('dialog', { name: 'Create user' }).waitFor();
    await typeEverywhere(page, 'a new user', page.getByRole('dialog'));
    await expectNoSecret(page, [], ['filter.changed', 'field.changed']);

    const email = 'grace@example.com';
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Walnut-harbor-57-kettle');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('dialog', { name: 'Invite user' }).waitFor();
    await typeEverywhere(page, 'the invitation of a user', page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Search users').fill('');
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'Edit metadata…' }).click();
    await page.getByRole('dialog', { name: 'Edit metadata' }).waitFor();
    await typeEverywhere(page, 'the metadata of a user', page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Set password…' }).click();
    await page.getByRole('dialog', { name: 'Set password' }).waitFor();
    await typeEverywhere(page, 'the password of a user', page.getByRole('dialog'));
    await expectNoSecret(page, [], ['field.changed']);

    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Auth settings', exact: true }).click();
    // The rail covers the sections while the pointer rests on it.
    await page.mouse.move(640, 10);
    for (const [section, place, shown] of [
      ['Sign-in', 'the settings of sign-in', 'Allow new users to sign up'],
      ['Phone', 'the settings of phones', 'SMS text'],
      ['MFA', 'the settings of second factors', 'Second factors per user'],
      ['Hooks', 'the settings of hooks', 'Send SMS hook'],
      ['Providers', 'the settings of providers', 'Allow sign-in with Google'],
      ['URLs', 'the settings of URLs', 'Redirects'],
      ['Rate limits', 'the settings of rate limits', 'Emails'],
      ['Sessions', 'the settings of sessions', 'The free plan does not include session limits.'],
      ['SMTP', 'the settings of SMTP', 'SMTP server'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Auth settings' }).getByRole('link', { name: section }).click();
      await page.getByText(shown, { exact: true }).first().waitFor();
      if (section === 'Hooks')
        for (const name of ['email', 'SMS']) await page.getByLabel(`Send ${name} with your own service`).check();
      if (section === 'Providers')
        for (const name of ['GitHub', 'Google']) await page.getByLabel(`Allow sign-in with ${name}`).check();
      await typeEverywhere(page, place);
    }
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Enter a valid email address.').waitFor();
    await expectNoSecret(page, [], ['field.changed', 'section.opened', 'form.submitted']);

    await page.getByRole('link', { name: 'Logs', exact: true }).click();
    await page.mouse.move(640, 10);
    await typeEverywhere(page, 'the logs of a project');
    await page.getByRole('link', { name: 'Advisors', exact: true }).click();
    await page.mouse.move(640, 10);
    await typeEverywhere(page, 'the advisors of a project');
    await expectNoSecret(page, [], ['search.typed']);

    await page.goto(href('organization', { slug }));
    await typeEverywhere(page, 'an organization');
    await page.goto(href('organizationAssistant', { slug }));
    await page.getByRole('button', { name: 'Test connection' }).waitFor();
    await typeEverywhere(page, 'the model of an organization');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Enter a URL that starts with').waitFor();
    await expectNoSecret(page, [], ['field.changed', 'test.requested']);
    await page.goto(href('notFound'));
    await typeEverywhere(page, 'an unknown address');
    await page.goto(href('organizationBilling', { slug }));
    await typeEverywhere(page, 'the bills of an organization');
    await page.goto(href('projects'));
    await typeEverywhere(page, 'the list of projects');
    await expectNoSecret(page, [], ['text.typed']);

    for (const [path, place] of [
      [href('accountProfile'), 'the profile'],
      [href('accountEmail'), 'the new email'],
      [href('accountPassword'), 'the new password'],
      [href('accountFactors'), 'the authenticator apps'],
      [href('accountSessions'), 'the sessions'],
      [href('accountEvents'), 'the audit log'],
    ] as const) {
      await page.goto(path);
      await typeEverywhere(page, place);
      if (Object.keys(fields[place]).length > 0) await expectNoSecret(page, [], ['field.changed']);
    }

    await page.goto(href('support'));
    await typeEverywhere(page, 'the support form');
    await page.getByRole('button', { name: 'Preview trace' }).click();
    await page.getByRole('checkbox', { name: 'Attach this trace' }).check();
    expect(await page.getByRole('region', { name: 'Trace' }).textContent()).not.toMatch(/canary/i);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Quote this reference').waitFor();
    await expectNoSecret(page, [], ['field.changed', 'trace.attached', 'form.submitted']);

    expect([...typedAt].toSorted()).toEqual(Object.keys(fields).toSorted());
    const shown = Object.entries(pages)
      .filter(([, { access }]) => access !== 'landing' && access !== 'exit')
      .map(([name]) => name as PageName);
    expect(shown.filter((name) => !visited.has(name)).toSorted(), 'screens at which nothing was typed').toEqual(
      Object.keys(withoutFields).toSorted(),
    );
  },
);
