import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { accessMachine } from '../../../src/machines/shell/access/access.machine.ts';
import {
  selectIsConfirmingClear,
  selectIsClearing,
  selectIsOverdue,
  selectIsWaiting,
  selectOrganization,
} from '../../../src/machines/shell/access/access.selectors.ts';
import type { Lists } from '../../../src/machines/shell/access/watchLists.ts';
import { matchRoute } from '../../../src/router/matchRoute.ts';
import { acme, globex, orders } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { ada } from '../accounts/profile.model.ts';
import { accessModel } from './access.model.ts';

coverChart(accessModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** The rules of access over the real routes, with lists that a test fills. */
class Driver {
  readonly clock = new SteppedClock();
  readonly told: AnyEventObject[] = [];
  readonly remembered: string[] = [];
  cleared = 0;
  clear: () => Promise<void> = async () => {};
  readonly actor: Actor<typeof accessMachine>;
  readonly #watchers = new Map<string, Set<(view: ResourceView) => void>>();

  constructor({ platformMode = true, firstUser = false, organization = null as string | null } = {}) {
    const resources: ResourcePort = {
      watch: (ref, seen) => {
        const watchers = this.#watchers.get(ref.name) ?? new Set();
        this.#watchers.set(ref.name, watchers.add(seen as (view: ResourceView) => void));
        return () => watchers.delete(seen as (view: ResourceView) => void);
      },
    };
    const machine = accessMachine.provide({
      actors: {
        rememberOrganization: fromPromise(async ({ input }) => {
          this.remembered.push(input.slug);
        }),
        clearSiteData: fromPromise(async () => {
          await this.clear();
          this.cleared++;
        }),
      },
    });
    this.actor = createActor(machine, {
      clock: this.clock,
      input: { platformMode, firstUser, organization, resources, port: createPort((event) => this.told.push(event)) },
    }).start();
  }

  go(href: string): this {
    const url = new URL(href, 'http://here');
    this.actor.send({
      type: 'route.changed',
      location: { path: url.pathname, query: Object.fromEntries(url.searchParams), href },
      route: matchRoute(url.pathname),
    });
    return this;
  }

  signIn(): this {
    this.actor.send({ type: 'session.began', userId: 'ada' });
    return this.list('profile', { data: ada });
  }

  signedOut(reason: 'absent' | 'signedOut' | 'elsewhere' | 'refused' = 'absent'): this {
    this.actor.send({ type: 'session.ended', reason });
    return this;
  }

  list(name: 'profile' | 'organizations' | 'projects', view: Partial<ResourceView>): this {
    for (const seen of this.#watchers.get(name) ?? [])
      seen({ data: undefined, failure: null, refreshing: false, ...view });
    return this;
  }

  lists({
    organizations = [acme],
    projects = [orders],
  }: { organizations?: (typeof acme)[]; projects?: (typeof orders)[] } = {}): this {
    return this.list('organizations', { data: organizations }).list('projects', { data: projects });
  }

  get watching() {
    return [...this.#watchers].filter(([, { size }]) => size > 0).map(([name]) => name);
  }
  get gone() {
    return this.told.filter(({ type }) => type === 'navigation.requested').map(({ to }) => to as string);
  }
  get opened() {
    return this.told
      .filter(({ type }) => type === 'screen.opened')
      .map(({ target }) => (target as { location: { href: string } }).location.href);
  }
  get routes() {
    return this.told
      .filter(({ type }) => type === 'screen.opened')
      .map(({ target }) => (target as { route: { name: string } | null }).route?.name ?? null);
  }
  get toasts() {
    return this.told
      .filter(({ type }) => type === 'toast.requested')
      .map(({ toast }) => (toast as { title: string }).title);
  }
}

let driver: Driver;
beforeEach(() => {
  driver = new Driver();
});

describe('with a session that awaits a second factor', () => {
  const awaitFactor = () => driver.actor.send({ type: 'session.unverified' });

  it('a screen of a user leads to /sign-in-mfa?returnTo=, and back once it is verified', () => {
    driver.go('/project/abc/sql').actor.send({ type: 'session.unverified' });
    expect(driver.gone).toEqual(['/sign-in-mfa?returnTo=%2Fproject%2Fabc%2Fsql']);
    expect(driver.opened).toEqual([]);
    driver.go('/sign-in-mfa?returnTo=%2Fproject%2Fabc%2Fsql');
    expect(driver.routes).toEqual(['secondFactor']);
    driver.signIn();
    expect(driver.gone.at(-1)).toBe('/project/abc/sql');
  });

  it('signing in leads to /sign-in-mfa with its parameters', () => {
    driver.go('/sign-in?returnTo=%2Fsupport%2Fnew').signedOut();
    awaitFactor();
    expect(driver.gone).toEqual(['/sign-in-mfa?returnTo=%2Fsupport%2Fnew']);
  });

  it('a new password waits for the code too', () => {
    driver.go('/reset-password').signedOut();
    awaitFactor();
    expect(driver.gone).toEqual(['/sign-in-mfa?returnTo=%2Freset-password']);
  });

  it('Cancel signs out', () => {
    driver.go('/sign-in-mfa');
    awaitFactor();
    driver.go('/logout');
    expect(driver.told.at(-1)).toEqual({ type: 'signOut.requested', scope: 'local' });
    driver.signedOut('signedOut');
    expect(driver.gone).toEqual(['/sign-in']);
    expect(driver.toasts).toEqual(['Signed out']);
  });

  it('what was on screen is closed when the user must verify again', () => {
    driver.go('/projects').signIn().lists();
    awaitFactor();
    expect(driver.told.some(({ type }) => type === 'screen.closed')).toBe(true);
    expect(driver.gone.at(-1)).toBe('/sign-in-mfa?returnTo=%2Fprojects');
  });
});

describe('without a session', () => {
  it('/sign-in-mfa leads to /sign-in with its parameters', () => {
    driver.go('/sign-in-mfa?returnTo=%2Fprojects').signedOut();
    expect(driver.gone).toEqual(['/sign-in?returnTo=%2Fprojects']);
  });

  it('a screen of a user leads to /sign-in?returnTo=', () => {
    driver.go('/project/abc/sql?tab=history').signedOut();
    expect(driver.gone).toEqual(['/sign-in?returnTo=%2Fproject%2Fabc%2Fsql%3Ftab%3Dhistory']);
    expect(driver.opened).toEqual([]);
  });

  it.each(['/sign-in', '/sign-up', '/nowhere'])('%s is open', (href) => {
    driver.go(href).signedOut();
    expect([driver.opened, driver.gone]).toEqual([[href], []]);
  });

  it('the bare address leads to signing in, with no way back to itself', () => {
    driver.go('/').signedOut();
    expect(driver.gone).toEqual(['/sign-in']);
  });

  it('decides each address separately', () => {
    driver.go('/sign-in').signedOut().go('/sign-up').go('/project/abc');
    expect(driver.opened).toEqual(['/sign-in', '/sign-up']);
    expect(driver.gone).toEqual(['/sign-in?returnTo=%2Fproject%2Fabc']);
  });

  it('the first visitor of a server is led to create an account, and the user who did to sign in', () => {
    driver = new Driver({ firstUser: true });
    driver.go('/').signedOut().go('/project/abc');
    expect(driver.gone).toEqual(['/sign-up', '/sign-up?returnTo=%2Fproject%2Fabc']);
    driver.signIn().signedOut('signedOut');
    expect(driver.gone.at(-1)).toBe('/sign-in');
  });

  it('an unknown address opens without the frame of the signed-in user', () => {
    driver.go('/nowhere').signedOut();
    expect(driver.routes).toEqual([null]);
  });

  it('nothing of the user is read', () => {
    driver.go('/sign-in').signedOut();
    expect(driver.watching).toEqual([]);
  });
});

describe('after signing in', () => {
  it('the return target is opened, with the other query parameters kept', () => {
    driver.go('/sign-in?returnTo=%2Fproject%2Fabc&plan=pro').signedOut().signIn();
    expect(driver.gone).toEqual(['/project/abc?plan=pro']);
  });

  it('a new user continues with a first project, unless another page was asked for', () => {
    driver.go('/sign-up').signedOut().signIn();
    expect(driver.gone).toEqual(['/new/first']);
    const invited = new Driver();
    invited.go('/sign-up?returnTo=%2Fproject%2Fabc').signedOut().signIn();
    expect(invited.gone).toEqual(['/project/abc']);
  });

  it('a signed-in user who opens the sign-up page lands on the projects, not on a first project', () => {
    driver.signIn().lists().go('/sign-up');
    expect(driver.gone).toEqual(['/projects']);
    const reloaded = new Driver();
    reloaded.go('/sign-up').signIn();
    expect(reloaded.gone).toEqual(['/projects']);
  });

  it('the user of a server with one project continues with that project', () => {
    const self = new Driver({ platformMode: false });
    self.go('/sign-up').signedOut().signIn();
    expect(self.gone).toEqual(['/project/default']);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', ''])(
    'a return target of %j is ignored',
    (target) => {
      driver
        .go(`/sign-in?${new URLSearchParams({ returnTo: target }).toString()}`)
        .signedOut()
        .signIn();
      expect(driver.gone).toEqual(['/projects']);
    },
  );

  it.each([
    [true, '/projects'],
    [false, '/project/default'],
  ])('the landing with platform mode %s is %s', (platformMode, landing) => {
    const self = new Driver({ platformMode });
    self.go('/sign-in').signedOut().signIn();
    expect(self.gone).toEqual([landing]);
    self.go('/');
    expect(self.gone).toEqual([landing, landing]);
  });

  it('an unknown address opens a page in the user’s frame', () => {
    driver.go('/nowhere').signIn();
    expect([driver.routes, driver.gone]).toEqual([['notFound'], []]);
  });

  it('both lists are asked for at once, before anything is shown', () => {
    driver.signIn();
    expect(driver.watching).toEqual(['profile', 'organizations', 'projects']);
  });
});

describe('the existence check', () => {
  it('says "This organization does not exist" and pushes to /projects', () => {
    driver.signIn().go('/new/nobody');
    expect(driver.toasts).toEqual([]);
    driver.actor.send({
      type: 'route.changed',
      location: { path: '/org/nobody', query: {}, href: '/org/nobody' },
      route: { name: 'organizationBilling', access: 'user', checked: true, params: { slug: 'nobody' } },
    });
    driver.lists();
    expect([driver.toasts, driver.gone]).toEqual([['This organization does not exist'], ['/projects']]);
    expect(driver.told.at(-1)).toEqual({ type: 'navigation.requested', to: '/projects', replace: false });
  });

  it('says "This project does not exist" and pushes to /projects', () => {
    driver.signIn().lists().go('/project/nothing/sql');
    expect([driver.toasts, driver.gone]).toEqual([['This project does not exist'], ['/projects']]);
  });

  it.each([
    ['an organization', { slug: 'nobody' }],
    ['a project', { ref: 'nothing' }],
  ])('reports %s as missing once, however often the lists are read before the address changes', (_, params) => {
    driver.signIn().lists();
    driver.actor.send({
      type: 'route.changed',
      location: { path: '/x', query: {}, href: '/x' },
      route: { name: 'project', access: 'user', checked: true, params },
    });
    driver.lists().lists();
    expect(driver.toasts).toHaveLength(1);
    expect(driver.gone).toEqual(['/projects']);
  });

  it('runs once the lists are loaded, and until then shows the screen', () => {
    driver.signIn().go('/project/nothing');
    expect([driver.opened, driver.toasts]).toEqual([['/project/nothing'], []]);
    driver.list('organizations', { data: [acme] });
    expect(driver.toasts).toEqual([]);
    driver.list('projects', { data: [orders] });
    expect(driver.toasts).toEqual(['This project does not exist']);
  });

  it('does not judge by a list that is just being read again', () => {
    driver
      .signIn()
      .go('/project/just-made')
      .list('organizations', { data: [acme] })
      .list('projects', { data: [orders], refreshing: true });
    expect(driver.toasts).toEqual([]);
    driver.list('projects', { data: [orders, { ...orders, ref: 'just-made' }] });
    expect(driver.toasts).toEqual([]);
  });

  it('lets a new project pass while the organizations are read again', () => {
    driver.signIn().lists();
    driver.list('organizations', { data: [acme], refreshing: true });
    driver.list('projects', { data: [orders, { ...orders, ref: 'just-made' }] }).go('/project/just-made');
    driver.list('organizations', { data: [acme] });
    expect([driver.toasts, driver.gone]).toEqual([[], []]);
  });

  it('lets everything pass when a list cannot be read', () => {
    driver
      .signIn()
      .go('/project/nothing')
      .list('organizations', { failure: { code: 500, message: 'x' } })
      .list('projects', { failure: { code: 500, message: 'x' } });
    expect(driver.toasts).toEqual([]);
  });

  it('exempts /new/{slug}', () => {
    driver.signIn().lists().go('/new/nobody');
    expect([driver.opened, driver.toasts]).toEqual([['/new/nobody'], []]);
  });

  it.each([
    [true, []],
    [false, ['This project does not exist']],
  ])('with platform mode %s accepts refs in any project’s preview_branch_refs: %j', (platformMode, toasts) => {
    const self = new Driver({ platformMode });
    self
      .signIn()
      .lists({ projects: [{ ...orders, preview_branch_refs: ['branch'] }] })
      .go('/project/branch');
    expect(self.toasts).toEqual(toasts);
  });

  it('lets a project that a flow has just made pass', () => {
    driver
      .signIn()
      .lists()
      .lists({ projects: [orders, { ...orders, ref: 'new' }] })
      .go('/project/new/building');
    expect(driver.toasts).toEqual([]);
  });
});

describe('the last organization', () => {
  it('is remembered, by its slug or by its project, once it is known to exist', async () => {
    driver.signIn().go('/new/globex').go('/new/nobody');
    await settled();
    expect(driver.remembered).toEqual([]);
    driver.lists({ organizations: [acme, globex] });
    driver.go('/new/globex');
    await settled();
    driver.go(`/project/${orders.ref}`);
    await settled();
    expect(driver.remembered).toEqual(['globex', 'acme']);
    expect(selectOrganization(driver.actor.getSnapshot())).toBe('acme');
  });

  it('is known from the last visit on, until the session ends', () => {
    driver = new Driver({ organization: 'globex' });
    driver
      .signIn()
      .go('/projects')
      .lists({ organizations: [acme, globex] });
    expect(selectOrganization(driver.actor.getSnapshot())).toBe('globex');
    driver.signedOut('signedOut');
    expect(selectOrganization(driver.actor.getSnapshot())).toBeNull();
  });
});

describe('moving within a screen', () => {
  it('opens the address again when only its query changes: the screen decides that nothing is new', () => {
    driver.signIn().go('/projects').go('/projects?filter=x');
    expect(driver.opened).toEqual(['/projects', '/projects?filter=x']);
  });
});

describe('/logout', () => {
  it('ends the session, says so, and leads to signing in', () => {
    driver.signIn().go('/projects').go('/logout');
    expect(driver.told).toContainEqual({ type: 'signOut.requested', scope: 'local' });
    driver.signedOut('signedOut');
    expect([driver.toasts, driver.gone]).toEqual([['Signed out'], ['/sign-in']]);
  });

  it('leads to signing in when nobody was signed in', () => {
    driver.go('/logout').signedOut();
    expect(driver.gone).toEqual(['/sign-in']);
  });
});

describe('a session that ends', () => {
  it('by the server leads to signing in with the way back, and says so', () => {
    driver.signIn().go('/projects').signedOut('refused');
    expect([driver.toasts, driver.gone]).toEqual([['Your session expired'], ['/sign-in?returnTo=%2Fprojects']]);
    expect(driver.told).toContainEqual({ type: 'screen.closed' });
  });

  it('in another tab leads to signing in as well', () => {
    driver.signIn().go('/projects').signedOut('elsewhere');
    expect([driver.toasts, driver.gone]).toEqual([['Signed out in another tab'], ['/sign-in?returnTo=%2Fprojects']]);
  });

  it('leaves nothing watched', () => {
    driver.signIn().go('/projects').signedOut('elsewhere');
    expect(driver.watching).toEqual([]);
  });

  it('and begins as somebody else’s shows their screens anew', () => {
    driver.signIn().go('/projects').lists();
    driver.actor.send({ type: 'session.began', userId: 'bob' });
    expect(driver.told.slice(-2)).toMatchObject([{ type: 'screen.closed' }, { type: 'screen.opened' }]);
    driver.go('/project/of-bob');
    expect(driver.toasts).toEqual([]);
  });
});

describe('the guard', () => {
  it('waits at most 10 s for the session, then offers retry, clear site data, sign in', () => {
    driver.go('/projects');
    driver.clock.increment(9_999);
    expect([selectIsWaiting(driver.actor.getSnapshot()), selectIsOverdue(driver.actor.getSnapshot())]).toEqual([
      true,
      false,
    ]);
    driver.clock.increment(1);
    expect(selectIsOverdue(driver.actor.getSnapshot())).toBe(true);
  });

  describe('when time is up', () => {
    beforeEach(() => {
      driver.go('/projects');
      driver.clock.increment(10_000);
    });

    it('goes by itself when the session comes', () => {
      driver.signIn();
      expect([selectIsOverdue(driver.actor.getSnapshot()), driver.opened]).toEqual([false, ['/projects']]);
    });

    it('tries again on request', () => {
      driver.actor.send({ type: 'guard.retried' });
      expect([driver.told, selectIsOverdue(driver.actor.getSnapshot())]).toEqual([
        [{ type: 'session.retried' }],
        false,
      ]);
      driver.clock.increment(10_000);
      expect(selectIsOverdue(driver.actor.getSnapshot())).toBe(true);
    });

    it('clears site data on request, once that is confirmed', async () => {
      driver.actor.send({ type: 'clearing.requested' });
      await settled();
      expect([driver.cleared, selectIsClearing(driver.actor.getSnapshot())]).toEqual([0, false]);
      driver.actor.send({ type: 'clearing.confirmed' });
      expect(selectIsClearing(driver.actor.getSnapshot())).toBe(true);
      await settled();
      expect(driver.cleared).toBe(1);
    });

    it('says so when site data cannot be cleared, and asks no second time by itself', async () => {
      driver.clear = () => Promise.reject(new Error('blocked'));
      driver.actor.send({ type: 'clearing.requested' });
      driver.actor.send({ type: 'clearing.confirmed' });
      await settled();
      expect(driver.toasts).toHaveLength(1);
      expect([
        selectIsOverdue(driver.actor.getSnapshot()),
        selectIsConfirmingClear(driver.actor.getSnapshot()),
      ]).toEqual([true, false]);
    });

    it('clears nothing when it is declined', async () => {
      driver.actor.send({ type: 'clearing.requested' });
      driver.actor.send({ type: 'clearing.declined' });
      await settled();
      expect([
        driver.cleared,
        selectIsOverdue(driver.actor.getSnapshot()),
        selectIsConfirmingClear(driver.actor.getSnapshot()),
      ]).toEqual([0, true, false]);
    });

    it('gives the session up for a new sign-in on request', () => {
      driver.actor.send({ type: 'signIn.chosen' });
      expect(driver.told).toEqual([{ type: 'signOut.requested', scope: 'local' }]);
      driver.signedOut('signedOut');
      expect(driver.gone).toEqual(['/sign-in?returnTo=%2Fprojects']);
    });
  });
});

it('takes lists as they are', () => {
  const lists: Lists = { slugs: ['acme'], projects: [] };
  driver.signIn();
  driver.actor.send({ type: 'lists.changed', lists });
  expect(driver.actor.getSnapshot().context.lists).toEqual(lists);
});
