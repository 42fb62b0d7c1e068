import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as timing from '../../../src/contract/common/timing.ts';
import type { Activity, ActivityPoint } from '../../../src/contract/projects/activity.ts';
import type { Connection, ProjectDetail } from '../../../src/contract/projects/project.ts';
import { commandsAt, usableStatuses, type ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import type { TableList } from '../../../src/contract/projects/tableList.ts';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { ProjectDialogs } from '../../../src/views/parts/ProjectDialogs.tsx';
import { ProjectGate } from '../../../src/views/parts/ProjectGate.tsx';
import { projectParts } from '../../../src/views/parts/projectParts.ts';
import { statusLabels } from '../../../src/views/parts/statusLabels.ts';
import { useProjectActions } from '../../../src/views/parts/useProjectActions.ts';
import HomeScreen from '../../../src/views/projects/HomeScreen.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, forbidden, orders, ordersDetail } from '../../fixtures/screen.ts';
import { ada } from '../../flows/accounts/profile.model.ts';

const path = `/projects/${orders.ref}`;
const keys = { url: 'http://localhost:3000/project/abc/api', anon: 'the-public-key', service_role: 'the-service-key' };
const unreachable: Connection = {
  uri: null,
  host: null,
  port: null,
  database: 'postgres',
  user: 'postgres',
  reason: 'This database runs inside the Basechart server.',
};
const reachable: Connection = {
  uri: 'postgres://ada@db.example.com:5432/orders',
  host: 'db.example.com',
  port: 5432,
  database: 'orders',
  user: 'ada',
  reason: null,
};

const point = (at: string, requests: number, bytes: number | null): ActivityPoint => ({ at, requests, bytes });
const quiet: Activity = {
  hours: [point('2026-01-02T10:00:00.000Z', 0, null), point('2026-01-02T11:00:00.000Z', 0, null)],
  days: [point('2026-01-01T00:00:00.000Z', 0, null), point('2026-01-02T00:00:00.000Z', 0, null)],
  has_requests: false,
};
const busy: Activity = {
  hours: [point('2026-01-02T10:00:00.000Z', 1, 4096), point('2026-01-02T11:00:00.000Z', 1_300, 8192)],
  days: [point('2026-01-01T00:00:00.000Z', 9_000, null), point('2026-01-02T00:00:00.000Z', 1_301, 8192)],
  has_requests: true,
};
const none: TableList = { tables: [], count: 0, database_bytes: 7_700_000 };
const some: TableList = {
  tables: [
    { id: 16_400, schema: 'public', name: 'orders', rows: 12_000, bytes: 3 * 1024 * 1024 },
    { schema: 'audit', name: 'Old "log"', rows: null, bytes: 8192 },
  ],
  count: 2,
  database_bytes: 7_700_000,
};
const run = (id: string, outcome: QueryHistoryEntry['outcome'], sql: string): QueryHistoryEntry => ({
  id,
  sql,
  cut: false,
  started_at: '2026-01-02T11:00:00.000Z',
  duration_ms: outcome === 'running' ? null : 1_530,
  outcome,
  error: null,
});
const runs = [run('r1', 'failed', 'select\n  nothing'), run('r2', 'succeeded', 'select 1')];

const answersFor = (
  project: ProjectDetail | Error,
  { connection = unreachable, tables = some, history = runs, activity = busy }: Partial<Reads> = {},
): Answers => ({
  [path]: project,
  [`${path}/api-keys`]: keys,
  [`${path}/connection`]: connection,
  [`${path}/database/tables`]: tables,
  [`${path}/query-history`]: history,
  [`${path}/activity`]: activity,
});
interface Reads {
  connection: Connection;
  tables: TableList | Error;
  history: readonly QueryHistoryEntry[] | Error;
  activity: Activity | Error;
}

/** Lets every answer that is there arrive. */
const settle = () =>
  act(async () => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  });

async function showHome(answers: Answers) {
  const app = startTestApp(answers, { ref: orders.ref });
  render(
    <InApp app={app}>
      <HomeScreen params={{ ref: orders.ref }} />
    </InApp>,
  );
  await settle();
  return app;
}

beforeEach(() => history.replaceState(null, '', `/project/${orders.ref}`));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const connect = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  return screen.findByRole('dialog', { name: 'Connect to Orders' });
};
const cardOf = (title: string): HTMLElement => screen.getByRole('heading', { name: title }).closest('section')!;

const sections = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
/** The second after which the cards wait no longer has passed. */
const see = () => fireEvent.animationStart(cardOf('Tables').parentElement!.parentElement!);

describe('a project’s home', () => {
  it('says its name and status, and leads to the SQL editor', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect(screen.getByRole('heading', { name: 'Orders', level: 1 })).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open SQL editor' }).getAttribute('href')).toBe(
      `/project/${orders.ref}/sql`,
    );
  });

  it('leads to an example in the SQL editor where no query was run yet', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { history: [] }));
    expect(screen.getByRole('link', { name: 'Open SQL editor' }).getAttribute('href')).toBe(
      `/project/${orders.ref}/sql?example=runQuery`,
    );
  });

  it('shows the tables with estimated rows and size, each with a way to its rows', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const rows = within(cardOf('Tables'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['NameEst. rowsSize', 'orders12,0003 MB', 'audit.Old "log"–8 KB']);
    const links = within(cardOf('Tables')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/project/${orders.ref}/editor/16400`,
      // A platform without the table editor.
      `/project/${orders.ref}/sql?schema=audit&table=Old+%22log%22`,
    ]);
  });

  it('says how many tables there are where it has no room for all', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ ...some.tables[0]!, name: `t${index}` }));
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { tables: { ...some, tables: many, count: 120 } }));
    expect(within(cardOf('Tables')).getAllByRole('link')).toHaveLength(5);
    expect(screen.getByText('5 largest of 120 tables')).toBeTruthy();
  });

  it('shows the last queries with outcome and duration, each with the way back to it', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const [, failed] = within(cardOf('Recent queries')).getAllByRole('row');
    expect(failed?.textContent).toMatch(/^Failedselect nothing1\.53 s/);
    const link = within(cardOf('Recent queries')).getByRole('link', { name: 'select nothing' });
    expect(link.getAttribute('href')).toBe(`/project/${orders.ref}/sql?run=r1`);
  });

  it('shows the size of the database and the requests, of a day or a month', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect(cardOf('Database size').textContent).toContain('7.3 MBcurrent size');
    const requests = cardOf('API requests');
    expect(requests.textContent).toContain('1,301in the last 24 hours');
    fireEvent.click(within(requests).getByRole('radio', { name: '30 days' }));
    expect(requests.textContent).toContain('10,301in the last 30 days');
  });

  it('begins with the hours of a young project, and with its first measurement', async () => {
    const sizes = () => {
      const [table] = within(cardOf('Database size')).getAllByRole('table');
      return within(table!).getAllByRole('row').length;
    };
    const isChecked = (name: string) =>
      within(cardOf('Database size')).getByRole<HTMLInputElement>('radio', { name }).checked;
    const dayOf = (day: number, bytes: number | null) => point(`2026-01-0${day}T00:00:00.000Z`, 0, bytes);
    const young = { ...busy, days: [dayOf(1, null), dayOf(2, null), dayOf(3, 4096), dayOf(4, 8192)] };
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { activity: young }));
    expect(isChecked('24 hours')).toBe(true);
    fireEvent.click(within(cardOf('Database size')).getByRole('radio', { name: '30 days' }));
    expect(sizes()).toBe(2);
    cleanup();
    const old = { ...busy, days: [dayOf(1, null), dayOf(2, 4096), dayOf(3, 4096), dayOf(4, 8192)] };
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { activity: old }));
    expect(isChecked('30 days')).toBe(true);
    expect(sizes()).toBe(3);
  });

  it('says honestly what there is not, with the way to it', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { tables: none, history: [], activity: quiet }));
    const actions = ['Tables', 'Recent queries', 'API requests'].map((title) => {
      const card = within(cardOf(title));
      return [card.getByText(/^No .* yet$/).textContent, card.getByRole('link').getAttribute('href')];
    });
    const home = `/project/${orders.ref}`;
    expect(actions).toEqual([
      ['No tables yet', `${home}/sql?example=createTable`],
      ['No queries yet', `${home}/sql?example=runQuery`],
      ['No requests yet', `${home}?connect=app`],
    ]);
  });

  it('says what to do next until it is done', async () => {
    const steps = () =>
      within(cardOf('Next steps'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { tables: none, history: [], activity: quiet }));
    expect(steps()).toEqual(['Create a table', 'Run a query', 'Connect an app']);
    cleanup();
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { activity: quiet }));
    expect(steps()).toEqual(['Create a table, done', 'Run a query, done', 'Connect an app']);
    cleanup();
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull();
  });

  it('has the next steps first, as soon as one answer says that there are any', async () => {
    const { [`${path}/database/tables`]: _later, ...others } = answersFor(ordersDetail('ACTIVE_HEALTHY'), {
      activity: quiet,
    });
    await showHome(others);
    await screen.findByRole('heading', { name: 'Next steps' });
    const [first] = screen.getAllByRole('heading', { level: 2 });
    expect(first?.textContent).toBe('Next steps');
    const steps = within(cardOf('Next steps')).getAllByRole('link');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Create a table',
      'Run a query, done',
      'Connect an app',
    ]);
  });

  it('has steps above its cards before a late project is there, and leaves them as they are', async () => {
    const detail = Promise.withResolvers<ProjectDetail>();
    await showHome({
      ...answersFor(ordersDetail('ACTIVE_HEALTHY'), { history: [], activity: quiet }),
      [path]: detail.promise,
    });
    // Whether apps can connect is not known.
    const steps = () =>
      within(cardOf('Next steps'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(steps()).toEqual(['Create a table', 'Run a query']);
    see();
    detail.resolve(ordersDetail('ACTIVE_HEALTHY'));
    await settle();
    expect(sections().slice(0, 2)).toEqual(['Next steps', 'Database size']);
    expect(steps()).toEqual(['Create a table, done', 'Run a query']);
  });

  it('has no steps, at no time, where all are done and the Data API is off', async () => {
    const detail = Promise.withResolvers<ProjectDetail>();
    const off = { ...ordersDetail('ACTIVE_HEALTHY'), postgrestStatus: null };
    await showHome({ ...answersFor(off, { activity: quiet }), [path]: detail.promise });
    expect(sections()[0]).toBe('Database size');
    detail.resolve(off);
    await settle();
    expect(screen.getByRole('complementary', { name: 'About this project' })).toBeTruthy();
    expect(sections()).not.toContain('Next steps');
  });

  it('has no empty card of steps where the SQL editor and the Data API are off', async () => {
    const detail = Promise.withResolvers<ProjectDetail>();
    const off = { ...ordersDetail('ACTIVE_HEALTHY'), postgrestStatus: null };
    await showHome({
      ...answersFor(off, { tables: none, history: [], activity: quiet }),
      [path]: detail.promise,
      '/profile': { ...ada, disabled_features: ['sql_editor:all'] },
    });
    expect(sections()[0]).toBe('Database size');
    detail.resolve(off);
    await settle();
    expect(screen.queryByRole('link', { name: 'Open SQL editor' })).toBeNull();
    expect(sections()).not.toContain('Next steps');
  });

  it('begins with why its database is unavailable, without steps', async () => {
    const detail = Promise.withResolvers<ProjectDetail>();
    const unhealthy = ordersDetail('ACTIVE_UNHEALTHY');
    await showHome({ ...answersFor(unhealthy, { history: [], activity: quiet }), [path]: detail.promise });
    detail.resolve(unhealthy);
    await settle();
    expect(sections().slice(0, 2)).toEqual([statusLabels.ACTIVE_UNHEALTHY.title, 'Database size']);
    expect(sections()).not.toContain('Next steps');
  });

  it('says below what is seen that its database is unavailable, where the project is late', async () => {
    const detail = Promise.withResolvers<ProjectDetail>();
    const unhealthy = ordersDetail('ACTIVE_UNHEALTHY');
    await showHome({ ...answersFor(unhealthy, { history: [], activity: quiet }), [path]: detail.promise });
    see();
    const before = sections();
    expect(before[0]).toBe('Next steps');
    detail.resolve(unhealthy);
    await settle();
    expect(sections().slice(0, before.length)).toEqual(before);
    expect(sections().at(-1)).toBe(statusLabels.ACTIVE_UNHEALTHY.title);
  });

  it('has steps that are known late below everything, once its cards were seen', async () => {
    const tables = Promise.withResolvers<TableList>();
    await showHome({
      ...answersFor(ordersDetail('ACTIVE_HEALTHY')),
      [`${path}/database/tables`]: tables.promise,
    });
    const before = sections();
    expect(before).not.toContain('Next steps');
    // The animation of something inside a card says nothing about the card.
    fireEvent.animationStart(screen.getByRole('status', { name: 'Loading the tables' }));
    see();
    tables.resolve(none);
    await settle();
    expect(sections()).toEqual([...before, 'Next steps']);
    expect(within(cardOf('Next steps')).getAllByRole('link')[0]?.textContent).toBe('Create a table');
  });

  it('has steps above its cards where these were not seen yet', async () => {
    const tables = Promise.withResolvers<TableList>();
    await showHome({
      ...answersFor(ordersDetail('ACTIVE_HEALTHY')),
      [`${path}/database/tables`]: tables.promise,
    });
    fireEvent.animationStart(screen.getByRole('status', { name: 'Loading the tables' }));
    tables.resolve(none);
    await settle();
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Next steps');
  });

  it('keeps its steps in place when the last one is done, until the page is opened again', async () => {
    const app = await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { activity: quiet }));
    const requested = { names: ['activity'], where: { has_requests: false }, patch: { has_requests: true } } as const;
    act(() => app.send({ type: 'resource.patched', ...requested }));
    const steps = within(cardOf('Next steps')).getAllByRole('link');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Create a table, done',
      'Run a query, done',
      'Connect an app, done',
    ]);
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Next steps');
  });

  it('has the places of its cards while the project loads', async () => {
    const { [path]: _later, [`${path}/activity`]: _too, ...others } = answersFor(ordersDetail('ACTIVE_HEALTHY'));
    await showHome(others);
    expect(screen.getByRole('status', { name: 'Loading the project' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Database size',
      'API requests',
      'Tables',
      'Recent queries',
    ]);
    expect(screen.getByRole('status', { name: 'Loading the tables' })).toBeTruthy();
  });

  it('offers its details and actions while its database does not answer', async () => {
    const { [`${path}/database/tables`]: _later, ...others } = answersFor(ordersDetail('ACTIVE_HEALTHY'));
    await showHome(others);
    expect(screen.getByRole('status', { name: 'Loading the tables' })).toBeTruthy();
    const about = within(screen.getByRole('complementary', { name: 'About this project' }));
    expect(about.getByText(orders.ref)).toBeTruthy();
    expect(about.getByRole('button', { name: 'Restart' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull();
  });

  it('stays where the code of what an unavailable database is told of does not load', async () => {
    const { component } = projectParts.unavailable;
    projectParts.unavailable.component = null;
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(projectParts.unavailable, 'load').mockRejectedValue(new Error('The file is gone.'));
    try {
      await showHome(answersFor(ordersDetail('ACTIVE_UNHEALTHY')));
      expect(screen.getByText('The file is gone.')).toBeTruthy();
      expect(screen.getByRole('complementary', { name: 'About this project' })).toBeTruthy();
    } finally {
      vi.restoreAllMocks();
      projectParts.unavailable.component = component;
    }
  });

  it('has each card fail alone, with a way to try again', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { tables: forbidden }));
    expect(within(cardOf('Tables')).getByRole('alert').textContent).toContain('Could not load the tables');
    expect(within(cardOf('Tables')).getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(within(cardOf('Recent queries')).getAllByRole('row')).toHaveLength(3);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('says the region only where the database is in one', async () => {
    const detail = ordersDetail('ACTIVE_HEALTHY');
    await showHome(answersFor(detail));
    expect(screen.queryByText('Region')).toBeNull();
    cleanup();
    await showHome(answersFor({ ...detail, capabilities: { ...detail.capabilities, kind: 'postgres' } }));
    expect(screen.getByText('Region')).toBeTruthy();
  });

  it('says the compute size, unless an embedded database has the one that all begin with', async () => {
    const detail = ordersDetail('ACTIVE_HEALTHY');
    await showHome(answersFor({ ...detail, compute_size: 'micro' }));
    expect(screen.queryByText('Compute size')).toBeNull();
    cleanup();
    await showHome(answersFor({ ...detail, compute_size: 'small' }));
    expect(screen.getByText('Small')).toBeTruthy();
  });

  it('keeps what destroys apart from what does not', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const names = (title: string) =>
      within(cardOf(title))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect([names('Project actions'), names('Danger zone')]).toEqual([['Restart', 'Pause'], ['Delete project']]);
  });
});

describe('the Connect dialog', () => {
  it('opens from its button, from its address, and is gone once it is closed', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    await connect();
    expect(location.search).toBe('?connect=app');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location.search).toBe(''));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    history.replaceState(null, '', `/project/${orders.ref}?connect=app`);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const dialog = within(await screen.findByRole('dialog'));
    for (const name of ['Data API', 'Direct connection']) expect(dialog.getByRole('heading', { name })).toBeTruthy();
  });

  it('has the connection string where the database takes connections, and says why where it does not', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { connection: reachable }));
    expect((await connect()).textContent).toContain('postgres://ada@db.example.com:5432/orders');
    cleanup();
    history.replaceState(null, '', `/project/${orders.ref}`);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect((await connect()).textContent).toContain('This database runs inside the Basechart server.');
  });

  it('says beside the code where its table has no policy, and opens an example', async () => {
    const [orderTable, ...others] = some.tables;
    const closed = { ...some, tables: [{ ...orderTable!, lacks_policy: true }, ...others] };
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY'), { tables: closed }));
    const dialog = within(await connect());
    expect(await dialog.findByText('orders has no policy, so apps see no rows.')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Create policy' }).getAttribute('href')).toBe(
      `/project/${orders.ref}/sql?example=policy&schema=public&table=orders`,
    );
    cleanup();
    history.replaceState(null, '', `/project/${orders.ref}`);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    expect((await connect()).textContent).not.toContain('has no policy');
  });

  it('shows the service key only when it is asked to', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const dialog = await connect();
    expect(dialog.textContent).toContain('the-public-key');
    expect(dialog.textContent).not.toContain('the-service-key');
    fireEvent.click(screen.getByRole('button', { name: 'Show the service key' }));
    expect(dialog.textContent).toContain('the-service-key');
    fireEvent.click(screen.getByRole('button', { name: 'Hide the service key' }));
    expect(dialog.textContent).not.toContain('the-service-key');
  });

  it('says whom each key may be given to', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const dialog = await connect();
    expect(dialog.textContent).toContain(
      'safe in a web page only if row level security is on for every table and security_invoker for every view',
    );
    expect(dialog.textContent).toContain('The service key bypasses row level security. Keep it on your servers.');
  });

  it('holds the place of keys that are not there yet', async () => {
    const { [`${path}/api-keys`]: _later, ...others } = answersFor(ordersDetail('ACTIVE_HEALTHY'));
    await showHome(others);
    await connect();
    expect(screen.getAllByRole('status', { name: 'Loading the keys' })).toHaveLength(2);
    expect(screen.queryByText('Public key')).toBeNull();
  });

  it('has code in every language of the platform, and for frameworks', async () => {
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    await connect();
    const choice = screen.getByRole('combobox', { name: 'Language or framework' });
    const names = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(
      expect.arrayContaining(
        'JavaScript,C#,Dart (Flutter),Go,Java,Kotlin,Python,Ruby,Rust,Swift,Godot (GDScript),Next.js,React with Vite'.split(
          ',',
        ),
      ),
    );
    const official = within(choice).getByRole('group', { name: 'Official languages' });
    expect(
      within(official)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['JavaScript', 'Python']);
  });

  it('shows code in the language that the address names, for the largest table', async () => {
    history.replaceState(null, '', `/project/${orders.ref}?connect=app&language=python`);
    await showHome(answersFor(ordersDetail('ACTIVE_HEALTHY')));
    const code = await screen.findByRole('region', { name: 'Python code' });
    expect(code.textContent).toContain('http://localhost:3000/project/abc/api/rest/v1/orders');
    expect(code.textContent).toContain('the-public-key');
    expect(code.textContent).not.toContain('the-service-key');
    // Its colors come with code of their own.
    await waitFor(() => expect(code.querySelectorAll('span').length).toBeGreaterThan(5));
  });

  it('shows no code where the data API is off', async () => {
    await showHome(answersFor({ ...ordersDetail('ACTIVE_HEALTHY'), postgrestStatus: 'OFFLINE' }));
    await connect();
    expect(screen.getByText('Data API disabled')).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('a project that cannot be used', () => {
  it('restoring shows at once', async () => {
    await showHome(answersFor(ordersDetail('INACTIVE')));
    expect(screen.getByText('This project is paused')).toBeTruthy();
    // What the project keeps can still be read.
    for (const kept of [orders.ref, 'Jan 1, 2026', keys.url, keys.anon]) expect(screen.getByText(kept)).toBeTruthy();
    expect(screen.queryByText(keys.service_role)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Restore project' }));
    await settle();
    expect(screen.getByText('This project is being restored')).toBeTruthy();
    expect(screen.getByText('Restoring')).toBeTruthy();
  });

  it('says before the click that the plan refuses to restore it, and how to change the plan', async () => {
    const others = ['b', 'c'].map((ref) => ({ ...orders, ref }));
    const paused = { ...orders, status: 'INACTIVE' };
    const atLimit = {
      ...answersFor(ordersDetail('INACTIVE')),
      '/projects': [paused, ...others],
      '/organizations': [acme],
    };
    const restore = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Restore project' });
    await showHome(atLimit);
    expect(screen.getByText('Project limit reached')).toBeTruthy();
    expect(screen.getByText(/includes 2 active projects per owner/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/org/acme/billing');
    expect(restore().disabled).toBe(true);
    cleanup();
    await showHome({ ...atLimit, '/organizations': [{ ...acme, is_owner: false }] });
    expect(screen.getByText(/ask an owner to change the plan of Acme/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
    cleanup();
    await showHome({ ...atLimit, '/organizations': [{ ...acme, tier: 'tier_pro' }] });
    expect(screen.queryByText('Project limit reached')).toBeNull();
    expect(restore().disabled).toBe(false);
  });

  it('keeps its reference, date, version, URL and key in sight, and their places while they load', async () => {
    const { [`${path}/api-keys`]: _later, ...others } = answersFor(ordersDetail('INACTIVE'));
    const terms = () => Array.from(cardOf('Project details').querySelectorAll('dt'), ({ textContent }) => textContent);
    const shown = ['Reference', 'Created', 'Postgres', 'API URL', 'Public key'];
    await showHome(others);
    expect(terms()).toEqual(shown);
    expect(within(cardOf('Project details')).getAllByRole('button')).toHaveLength(1);
    cleanup();
    await showHome(answersFor(ordersDetail('INACTIVE')));
    expect(terms()).toEqual(shown);
    const details = within(cardOf('Project details'));
    expect(details.getByText(orders.ref)).toBeTruthy();
    expect(details.getByText(keys.anon)).toBeTruthy();
    expect(details.getByRole('button', { name: 'Copy the public key' })).toBeTruthy();
    expect(screen.queryByText(keys.service_role)).toBeNull();
  });

  it('says the region of a paused project where its database is in one', async () => {
    const detail = ordersDetail('INACTIVE');
    await showHome(answersFor({ ...detail, capabilities: { ...detail.capabilities, kind: 'postgres' } }));
    expect(within(cardOf('Project details')).getByText('Region')).toBeTruthy();
  });

  it('is no access for whoever may not see it, with the way back', async () => {
    await showHome(answersFor(forbidden));
    expect(screen.getByText('You don’t have access to this project')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
  });
});

/** As the layout of a project shows them. */
function Dialogs() {
  const actions = useProjectActions();
  return actions && <ProjectDialogs actions={actions} />;
}

describe('the gate of a project’s screens', () => {
  const show = async (answers: Answers) => {
    const app = startTestApp(answers, { ref: orders.ref });
    render(
      <InApp app={app}>
        <ProjectGate projectRef={orders.ref}>{(project) => <p>The editor of {project.name}</p>}</ProjectGate>
        <Dialogs />
      </InApp>,
    );
    await settle();
  };

  it.each(usableStatuses)('opens in %s', async (status) => {
    await show(answersFor(ordersDetail(status)));
    expect(screen.getByText('The editor of Orders')).toBeTruthy();
  });

  const shut = projectStatuses.filter(
    (status): status is Exclude<ProjectStatus, 'ACTIVE_HEALTHY' | 'ACTIVE_UNHEALTHY'> =>
      !usableStatuses.includes(status),
  );

  it.each(shut)('says in %s what is with the project, why, and offers what can be done', async (status) => {
    await show(answersFor(ordersDetail(status, 'The disk is full.')));
    expect(screen.queryByText('The editor of Orders')).toBeNull();
    const notice = screen.getByText(statusLabels[status].title).closest<HTMLElement>('[role=status]')!;
    expect(notice.textContent).toContain(statusLabels[status].title);
    expect(notice.textContent).toContain(statusLabels[status].text);
    expect(notice.textContent).toContain('The disk is full.');
    // What destroys the project stands apart from what makes it usable again.
    expect(within(notice).queryAllByRole('button')).toHaveLength(
      commandsAt[status].filter((command) => command !== 'delete').length,
    );
    expect(within(notice).queryByRole('button', { name: 'Delete project' })).toBeNull();
    const zone = screen.queryByRole('heading', { name: 'Danger zone' })?.closest('section');
    expect(
      zone
        ? within(zone)
            .queryAllByRole('button')
            .map(({ textContent }) => textContent)
        : [],
    ).toEqual(commandsAt[status].includes('delete') ? ['Delete project'] : []);
    expect(within(notice).queryByRole('link', { name: 'Back to projects' }) !== null).toBe(
      status === 'GOING_DOWN' || status === 'REMOVED',
    );
  });

  it.each(['GOING_DOWN', 'REMOVED'] as const)('leads back to the projects from %s', async (status) => {
    await show(answersFor(ordersDetail(status)));
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects');
  });

  it('has a failed setup tried again, and does not call that a restart', async () => {
    await show(answersFor(ordersDetail('INIT_FAILED')));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Set up Orders again?' }));
    expect(question.queryByText(/running queries/)).toBeNull();
    expect(question.getByRole('button', { name: 'Set up project' })).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says before the click that the plan refuses another try of a failed setup', async () => {
    const others = ['b', 'c'].map((ref) => ({ ...orders, ref }));
    const atLimit = (failed: object[]) => ({
      ...answersFor(ordersDetail('INIT_FAILED')),
      '/projects': [{ ...orders, status: 'INIT_FAILED' }, ...failed],
      '/organizations': [acme],
    });
    const again = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
    await show(atLimit(others));
    expect(screen.getByText('Project limit reached')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/org/acme/billing');
    expect(again().disabled).toBe(true);
    cleanup();
    // The failed project itself does not count.
    await show(atLimit(others.slice(1)));
    expect(screen.queryByText('Project limit reached')).toBeNull();
    expect(again().disabled).toBe(false);
  });

  it('says why the project could not be read, once the second try was refused too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await show(answersFor(Object.assign(new Error('Not today.'), { code: 401, requestId: 'req-9' })));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(timing.readBackoffBaseMs));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Could not load the project');
    expect(alert.textContent).toContain('req-9');
  });

  it('holds a place while it loads', async () => {
    await show({});
    expect(screen.getByRole('status', { name: 'Loading the project' })).toBeTruthy();
  });
});
