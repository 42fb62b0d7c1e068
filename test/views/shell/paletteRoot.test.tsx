import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { paletteMachine, type RecentChanged } from '../../../src/machines/shell/palette/palette.machine.ts';
import { selectIsOpen, selectLevel } from '../../../src/machines/shell/palette/palette.selectors.ts';
import { pageNames, pageOf, type PageName } from '../../../src/router/pages.ts';
import Palette from '../../../src/views/app/palette/Palette.tsx';
import { tablesMax } from '../../../src/views/app/palette/useTableCommands.ts';
import { useCommands, type Command } from '../../../src/views/parts/commands.ts';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, forbidden, globex, orders, recordingPort } from '../../fixtures/screen.ts';

const invoices = { ...orders, id: 11, ref: 'bbcdefghijklmnopqrst', name: 'Invoices', status: 'INACTIVE' } as const;
const known: Answers = {
  '/organizations': [acme, globex],
  '/projects': [orders, invoices],
  [`/projects/${orders.ref}/snippets`]: [
    { id: 's1', name: 'Top customers', version: 1, updated_at: '2026-01-01T00:00:00Z' },
  ],
};

const Screen = ({ commands }: { commands: readonly Command[] }) => {
  useCommands(commands);
  return null;
};

interface Shown {
  route?: { name: PageName; params: Readonly<Record<string, string>> };
  href?: string;
  answers?: Answers;
  /** The organization that the user visited last. */
  organization?: string;
  recent?: readonly string[];
  commands?: readonly Command[];
}

async function show({
  route = { name: 'projects', params: {} },
  href = '/',
  answers = known,
  organization,
  recent = [],
  commands = [],
}: Shown = {}) {
  const app = startTestApp(answers, route.params);
  app.getSnapshot().children.navigation?.send({
    type: 'test.show',
    snapshot: {
      context: { location: { path: href, query: {}, href }, route: { ...route, access: 'user', checked: true } },
    },
  } as never);
  if (organization !== undefined)
    app.getSnapshot().children.access?.send({ type: 'test.show', snapshot: { context: { organization } } } as never);
  const flow = createActor(
    paletteMachine.provide({
      actors: {
        load: fromPromise(async () => {}),
        loadEarly: fromPromise(async () => {}),
        loadDocs: fromPromise(() => new Promise<void>(() => {})),
        storage: fromCallback<RecentChanged, undefined>(({ sendBack }) =>
          sendBack({ type: 'recent.loaded', commands: recent }),
        ),
      },
    }),
    { input: { port: recordingPort() } },
  ).start();
  flow.send({ type: 'palette.opened' });
  await waitFor(flow, selectIsOpen);
  await act(async () => {
    render(
      <InApp app={app}>
        <Screen commands={commands} />
        <Palette flow={flow} views={{ viewOf: () => () => null }} />
      </InApp>,
    );
  });
  return flow;
}

/** The entries of a section that come from the pages table, so that a new page needs no change here. */
const pagesIn = (
  section: string,
  {
    inProject = false,
    except,
    isOfAccount = false,
  }: { inProject?: boolean; except?: PageName; isOfAccount?: boolean } = {},
) =>
  pageNames
    .filter((name) => {
      const { command, access, path, layout } = pageOf(name);
      return (
        command?.section === section &&
        access !== 'exit' &&
        name !== except &&
        (inProject || !path.includes(':ref')) &&
        (layout === 'account') === isOfAccount
      );
    })
    .map((name) => {
      const { title, command, path } = pageOf(name);
      return `${command?.label ?? title}${path.includes(':slug') ? acme.name : ''}`;
    });
const ofAcme = ['Organization overviewAcme', 'BillingAcme'];
const ofAccount = pagesIn('Navigate', { isOfAccount: true });
const sections = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
const listed = (section: string) =>
  within(screen.getByRole('group', { name: section }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const type = (text: string) => userEvent.type(screen.getByRole('combobox'), text);

describe('the palette', () => {
  afterEach(cleanup);

  it('has its sections in their order, and those alone that have something', async () => {
    await show();
    expect(sections()).toEqual(['Navigate', 'Actions', 'Support', 'Docs', 'Theme']);
    expect(listed('Navigate')).toEqual([
      ...pagesIn('Navigate'),
      'Go to project…',
      'Go to organization…',
      ...ofAcme,
      ...ofAccount,
    ]);
    expect(listed('Actions')).toEqual([...pagesIn('Actions'), 'Keyboard shortcuts', 'Sign out']);
  });

  it('leads with where one may want to go, which is not where one is', async () => {
    await show({ route: { name: 'project', params: { ref: orders.ref } }, href: `/project/${orders.ref}` });
    expect(listed('Navigate')).toEqual([
      ...pagesIn('Navigate', { inProject: true, except: 'project' }),
      'Go to project…',
      'Go to organization…',
      ...ofAcme,
      ...ofAccount,
    ]);
    expect(listed('Actions').slice(0, 3)).toEqual(['Connect an app', 'Copy API URL or keys…', 'New projectAcme']);
    expect(listed('Actions').slice(-4)).toEqual([
      'Restart project…Orders',
      'Pause project…Orders',
      'Delete project…Orders',
      'Sign out',
    ]);
    cleanup();
    await show({
      route: { name: 'sqlSnippet', params: { ref: orders.ref, id: 's1' } },
      href: `/project/${orders.ref}/sql/s1`,
      recent: ['go:sql'],
    });
    expect(listed('Navigate')).toEqual([
      ...pagesIn('Navigate', { inProject: true, except: 'sql' }),
      'Go to project…',
      'Go to organization…',
      ...ofAcme,
      ...ofAccount,
    ]);
    expect(sections()).not.toContain('Recent');
    await type('sql ed');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'SQL editor',
      expect.stringContaining('Search the docs'),
    ]);
    cleanup();
    // A project that stands still is most likely to be restored.
    await show({ route: { name: 'project', params: { ref: invoices.ref } } });
    expect(listed('Actions')[0]).toBe('Restore projectInvoices');
  });

  it('offers inside a project what its status allows, and its queries', async () => {
    await show({ route: { name: 'project', params: { ref: orders.ref } } });
    expect(sections()).toEqual(['Navigate', 'Queries', 'Actions', 'Support', 'Docs', 'Theme']);
    expect(listed('Actions')).toContain('Restart project…Orders');
    expect(listed('Actions')).not.toContain('Restore projectOrders');
    cleanup();
    await show({ route: { name: 'project', params: { ref: invoices.ref } } });
    expect(listed('Actions')).toContain('Restore projectInvoices');
    expect(listed('Actions')).not.toContain('Restart project…Invoices');
  });

  it('leads to the reason where the plan refuses to restore a project', async () => {
    await show({
      route: { name: 'project', params: { ref: invoices.ref } },
      answers: { ...known, '/projects': [orders, { ...orders, ref: 'c', name: 'Stock' }, invoices] },
    });
    expect(listed('Actions')[0]).toBe('Restore projectInvoices · Project limit reached');
  });

  it('sets a project up again whose setup failed, unless the plan refuses it', async () => {
    const failed = { ...invoices, status: 'INIT_FAILED' as const };
    const inProject = { route: { name: 'project', params: { ref: failed.ref } } } as const;
    await show({ ...inProject, answers: { ...known, '/projects': [orders, failed] } });
    expect(listed('Actions')).toContain('Set up project again…Invoices');
    cleanup();
    const atLimit = { ...known, '/projects': [orders, { ...orders, ref: 'c', name: 'Stock' }, failed] };
    await show({ ...inProject, answers: atLimit });
    expect(listed('Actions')).toContain('Set up project again…Invoices · Project limit reached');
  });

  it('finds projects, organizations and queries by their names', async () => {
    await show({ route: { name: 'project', params: { ref: orders.ref } } });
    await type('inv');
    expect(listed('Navigate')).toEqual(['InvoicesProject in AcmePaused']);
    await userEvent.clear(screen.getByRole('combobox'));
    await type('top cust');
    expect(listed('Queries')).toEqual(['Top customersQuery']);
  });

  describe('in a project', () => {
    const catalogPath = (ref: string) => `/projects/${ref}/database/catalog`;
    const relation = (id: number | null, name: string, kind = 'table') => ({
      id,
      name,
      kind,
      remedy: null,
      columns: [],
    });
    const catalog = {
      searchPath: ['public'],
      schemas: [
        {
          name: 'public',
          relations: [relation(7, 'boats'), relation(8, 'sail boats', 'view'), relation(9, 'sql_editor_runs')],
          functions: [],
        },
        { name: 'internal', relations: [relation(12, 'boats'), relation(null, 'boat_secrets')], functions: [] },
      ],
    };
    /** Counts how often the catalog is read. */
    const answering = (ref: string, answer: unknown = catalog) => {
      const reads = { count: 0, answer };
      const answers = Object.defineProperty({ ...known }, catalogPath(ref), {
        get: () => {
          reads.count += 1;
          return reads.answer;
        },
      });
      return { reads, answers };
    };
    const inOrders = { route: { name: 'logs', params: { ref: orders.ref } } } as const;

    it('finds tables and views by their names, from every page, and reads them once a name is typed', async () => {
      const { reads, answers } = answering(orders.ref);
      await show({ ...inOrders, answers });
      expect([reads.count, sections()]).toEqual([0, expect.not.arrayContaining(['Table editor'])]);
      await type('boat');
      await screen.findByRole('group', { name: 'Table editor' });
      expect(listed('Table editor')).toEqual([
        'boatsTable in public',
        'boatsTable in internal',
        'sail boatsView in public',
      ]);
      expect(reads.count).toBe(1);
      await userEvent.clear(screen.getByRole('combobox'));
      await type('internal.boats');
      expect(listed('Table editor')).toEqual(['boats internal.boatsTable in internal']);
      await userEvent.keyboard('{Enter}');
      expect(location.pathname).toBe(`/project/${orders.ref}/editor/12`);
    });

    it('finds a table that was created since the last search', async () => {
      const { reads, answers } = answering(orders.ref);
      await show({ ...inOrders, answers });
      await type('boat');
      await screen.findByRole('group', { name: 'Table editor' });
      reads.answer = { ...catalog, schemas: [{ name: 'public', relations: [relation(20, 'anchors')], functions: [] }] };
      await userEvent.clear(screen.getByRole('combobox'));
      await type('anch');
      await screen.findByRole('option', { name: /^anchors/ });
      expect(reads.count).toBe(2);
    });

    it('ranks tables below the commands that are called so', async () => {
      await show({ ...inOrders, answers: answering(orders.ref).answers });
      await type('sql ed');
      await screen.findByRole('group', { name: 'Table editor' });
      expect(sections()).toEqual(['Navigate', 'Table editor', 'Search']);
    });

    it('lists the best of thousands of tables', async () => {
      const relations = Array.from({ length: 3_000 }, (_, at) => relation(at + 1, `events_${at}`));
      const schemas = [{ name: 'public', relations: [...relations, relation(9_999, 'my_events')], functions: [] }];
      await show({ ...inOrders, answers: answering(orders.ref, { ...catalog, schemas }).answers });
      await type('events_29');
      await screen.findByRole('group', { name: 'Table editor' });
      expect(listed('Table editor')).toHaveLength(tablesMax);
      expect(listed('Table editor')[0]).toBe('events_29Table in public');
      await userEvent.clear(screen.getByRole('combobox'));
      await type('my_ev');
      expect(listed('Table editor')).toEqual(['my_eventsTable in public']);
    });

    it('offers a table again that was opened last, unless it is dropped or of another project', async () => {
      await show({
        ...inOrders,
        answers: answering(orders.ref).answers,
        recent: [`table:${orders.ref}:12`, `table:${orders.ref}:99`, 'table:other:7'],
      });
      await screen.findByRole('group', { name: 'Recent' });
      expect(listed('Recent')).toEqual(['boatsTable in internal']);
    });

    it('says nothing of tables while the project is paused, or its database does not answer', async () => {
      const paused = answering(invoices.ref);
      await show({ route: { name: 'project', params: { ref: invoices.ref } }, answers: paused.answers });
      await type('boats');
      expect([paused.reads.count, sections()]).toEqual([0, ['Search']]);
      cleanup();
      await show({ ...inOrders, answers: answering(orders.ref, forbidden).answers });
      await type('boats');
      expect([sections(), screen.queryByRole('alert')]).toEqual([['Search'], null]);
    });
  });

  it('leads to the organization of the page, or to the one that the user visited last', async () => {
    await show({ route: { name: 'project', params: { ref: orders.ref } } });
    await type('billing');
    expect(listed('Navigate')).toEqual(['BillingAcme']);
    cleanup();
    await show({ organization: 'globex' });
    await type('plan');
    expect(listed('Navigate')).toEqual(['Billing planGlobex']);
    await userEvent.keyboard('{Enter}');
    expect(location.pathname).toBe('/org/globex/billing');
  });

  it('says of what is found what it is, and by what it was found', async () => {
    await show();
    await type('acme');
    expect(listed('Navigate')).toEqual(['AcmeOrganization', 'OrdersProject in Acme', 'InvoicesProject in AcmePaused']);
    await userEvent.clear(screen.getByRole('combobox'));
    await type(orders.ref.slice(0, 6));
    expect(listed('Navigate')[0]).toBe(`Orders ${orders.ref}Project in Acme`);
  });

  it('finds what was typed with a slip', async () => {
    await show({ route: { name: 'project', params: { ref: orders.ref } } });
    await type('edtior');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'SQL editor',
      'Table editor',
      expect.stringContaining('Search the docs'),
    ]);
  });

  it('offers what the views on screen can do, and does it when it is chosen', async () => {
    let count = 0;
    const flow = await show({
      commands: [
        {
          id: 'sql.run',
          label: 'Run query',
          section: 'SQL',
          action: {
            run: () => {
              count += 1;
            },
          },
        },
      ],
    });
    expect(sections()).toEqual(['Navigate', 'SQL', 'Actions', 'Support', 'Docs', 'Theme']);
    await type('run q{Enter}');
    expect(count).toBe(1);
    expect(selectIsOpen(flow.getSnapshot())).toBe(false);
  });

  it('lists first what was chosen last, as far as it is there', async () => {
    await show({ recent: ['gone', 'signOut', `project:${invoices.ref}`] });
    expect(listed('Recent')).toEqual(['Sign out', 'InvoicesProject in AcmePaused']);
    expect(listed('Actions')).not.toContain('Sign out');
  });

  it('walks in a circle by arrow keys, and says which entry is meant', async () => {
    await show();
    const options = screen.getAllByRole('option');
    const meant = () =>
      options.findIndex(({ id }) => id === screen.getByRole('combobox').getAttribute('aria-activedescendant'));
    expect(meant()).toBe(0);
    await userEvent.keyboard('{ArrowUp}');
    expect(meant()).toBe(options.length - 1);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(meant()).toBe(1);
  });

  it('offers to search the docs, and for what no command is called', async () => {
    const flow = await show();
    expect(listed('Docs')).toEqual(['Search the docs…', 'Guides']);
    await type('zzzz');
    expect(listed('Search')).toEqual(['Search the docs for “zzzz”']);
    await userEvent.keyboard('{Enter}');
    expect(selectLevel(flow.getSnapshot())).toMatchObject({ page: 'docs', query: 'zzzz' });
    // The code of the search is not there yet: what is typed meanwhile is not lost.
    await type(' two');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('zzzz two');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('zzzz');
    // Escape closes it from every page.
    await userEvent.keyboard('{Enter}');
    expect(selectLevel(flow.getSnapshot())).toMatchObject({ page: 'docs' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('says that nothing is found, and that a list could not be read', async () => {
    const themes = await show();
    await act(async () => themes.send({ type: 'page.entered', page: 'theme' }));
    await type('zzzz');
    expect(screen.getByRole('status').textContent).toContain('No results.');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
    cleanup();
    const flow = await show({ answers: { '/organizations': [acme, globex], '/projects': forbidden } });
    await act(async () => flow.send({ type: 'page.entered', page: 'projects' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load all results');
  });
});
