import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import type { Session, SignOutScope } from '../../../src/contract/accounts/session.ts';
import { sessionMachine, type SessionReport } from '../../../src/machines/accounts/session/session.machine.ts';
import { selectReadingFailure, selectUser, tokenOf } from '../../../src/machines/accounts/session/session.selectors.ts';
import { sessionUntil } from '../../fixtures/session.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { final, retryable, sessionModel } from './session.model.ts';

coverChart(sessionModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** A session machine whose services do what a test says, on a clock that it moves. */
class Driver {
  readonly clock = new SteppedClock();
  /** How far ahead of the timers the time of day is. */
  aheadMs = 0;
  readonly told: AnyEventObject[] = [];
  readonly revoked: (SignOutScope | undefined)[] = [];
  readonly forgotten: boolean[] = [];
  refreshes = 0;
  stored: () => Promise<Session | null> = async () => null;
  refresh: () => Promise<Session> = () => Promise.reject(final);
  revoke: () => Promise<void> = async () => {};
  forget: () => Promise<void> = async () => {};
  report: (report: SessionReport) => void = () => {};
  readonly actor: Actor<typeof sessionMachine>;

  constructor() {
    const machine = sessionMachine.provide({
      actors: {
        readStored: fromPromise(() => this.stored()),
        watchTabs: fromCallback<SessionReport, undefined>(({ sendBack }) => {
          this.report = sendBack;
        }),
        refresh: fromPromise(() => {
          this.refreshes++;
          return this.refresh();
        }),
        revoke: fromPromise(({ input }) => {
          this.revoked.push(input.scope);
          return this.revoke();
        }),
        clearStored: fromPromise(({ input }) => {
          this.forgotten.push(input.everything);
          return this.forget();
        }),
      },
    });
    this.actor = createActor(machine, {
      clock: this.clock,
      input: { now: () => this.clock.now() + this.aheadMs, port: createPort((event) => this.told.push(event)) },
    });
  }

  async start(stored: Session | null = null): Promise<void> {
    this.stored = async () => stored;
    this.actor.start();
    await settled();
  }

  /** Lets time pass in steps short enough that every timer finds the world as it then is. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    while ((this.clock.due[0] ?? Infinity) <= end) {
      this.clock.toNextTimer();
      await settled();
    }
    this.clock.set(end);
    await settled();
  }

  get token() {
    return tokenOf(this.actor.getSnapshot());
  }
  get user() {
    return selectUser(this.actor.getSnapshot())?.id ?? null;
  }
  get toasts() {
    return this.told
      .filter(({ type }) => type === 'toast.requested')
      .map(({ toast }) => (toast as { title: string }).title);
  }
}

describe('a session', () => {
  let driver: Driver;
  beforeEach(() => {
    driver = new Driver();
  });

  it('is loading until it has been read, then a session or none', async () => {
    driver.actor.start();
    expect(driver.token).toEqual({ state: 'awaited' });
    await settled();
    expect(driver.token).toEqual({ state: 'none' });
    expect(driver.told).toEqual([{ type: 'session.ended', reason: 'absent' }]);
  });

  it('that is stored begins at once', async () => {
    await driver.start(sessionUntil(3600));
    expect(driver.user).toBe('ada');
    expect(driver.told).toEqual([{ type: 'session.began', userId: 'ada' }]);
    expect(driver.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
    expect(driver.refreshes).toBe(0);
  });

  it('that was stored before the clock was set back is refreshed first', async () => {
    driver.refresh = async () => sessionUntil(3600);
    await driver.start({ ...sessionUntil(3 * 3600), expires_in: 3600 });
    expect(driver.refreshes).toBe(1);
    expect(driver.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
  });

  it('is refreshed when the clock is set back while it is used', async () => {
    driver.aheadMs = 2 * 3600_000;
    await driver.start({ ...sessionUntil(3 * 3600), expires_in: 3600 });
    expect(driver.token).toMatchObject({ state: 'usable' });
    driver.aheadMs = 0;
    expect(driver.token).toEqual({ state: 'awaited' });
    driver.refresh = async () => ({ ...sessionUntil(3600), expires_in: 3600 });
    driver.actor.send({ type: 'token.needed' });
    await settled();
    expect(driver.token).toMatchObject({ state: 'usable' });
    expect(driver.refreshes).toBe(1);
  });

  it('whose failure to be read is shown is read again on request', async () => {
    driver.stored = () => Promise.reject(new Error('blocked'));
    driver.actor.start();
    await settled();
    expect(selectReadingFailure(driver.actor.getSnapshot())).toMatchObject({ message: 'blocked' });
    driver.stored = async () => sessionUntil(3600);
    driver.actor.send({ type: 'session.retried' });
    await settled();
    expect(selectReadingFailure(driver.actor.getSnapshot())).toBeNull();
    expect(driver.user).toBe('ada');
  });

  it('that takes long to be read is read anew on request', async () => {
    driver.stored = () => new Promise(() => {});
    driver.actor.start();
    driver.stored = async () => sessionUntil(3600);
    driver.actor.send({ type: 'session.retried' });
    await settled();
    expect(driver.user).toBe('ada');
  });

  it('has assurance level aal1, becoming aal2 once a factor is verified', async () => {
    await driver.start(sessionUntil(3600));
    expect(driver.actor.getSnapshot().matches({ present: { assurance: 'aal1' } })).toBe(true);
    driver.report({ type: 'session.changed', session: sessionUntil(3600, { aal: 'aal2' }) });
    expect(driver.actor.getSnapshot().matches({ present: { assurance: 'aal2' } })).toBe(true);
    driver.report({ type: 'session.changed', session: sessionUntil(3600) });
    expect(driver.actor.getSnapshot().matches({ present: { assurance: 'aal1' } })).toBe(true);
  });

  it('of a user with a second factor begins once that is verified, in this tab or in another', async () => {
    await driver.start(sessionUntil(3600, { factors: ['verified'] }));
    expect(driver.told).toEqual([{ type: 'session.unverified' }]);
    driver.report({ type: 'session.changed', session: sessionUntil(3600, { aal: 'aal2', factors: ['verified'] }) });
    expect(driver.told.slice(1)).toEqual([{ type: 'session.began', userId: 'ada' }]);
  });

  it('does not wait for a factor whose first code was never entered', async () => {
    await driver.start(sessionUntil(3600, { factors: ['unverified'] }));
    expect(driver.told).toEqual([{ type: 'session.began', userId: 'ada' }]);
  });

  it('stops to be usable when the factor that verified it is removed and there is another one', async () => {
    await driver.start(sessionUntil(3600, { aal: 'aal2', factors: ['verified', 'verified'] }));
    driver.report({ type: 'session.changed', session: sessionUntil(3600, { factors: ['verified'] }) });
    expect(driver.told.slice(1)).toEqual([{ type: 'session.unverified' }]);
  });

  it('can be ended while it awaits a factor', async () => {
    await driver.start(sessionUntil(3600, { factors: ['verified'] }));
    driver.actor.send({ type: 'signOut.requested', scope: 'local' });
    await settled();
    expect(driver.revoked).toEqual(['local']);
    expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
  });

  it('is refreshed when 90 s or fewer remain, looked at every 30 s', async () => {
    driver.refresh = async () => sessionUntil(3600);
    await driver.start(sessionUntil(151));
    await driver.pass(60_000);
    expect(driver.refreshes).toBe(0);
    await driver.pass(30_000);
    expect(driver.refreshes).toBe(1);
    expect(driver.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
  });

  it.each([
    [9, 1],
    [10, 0],
  ])(
    'with %i s left at the start is refreshed %i times before it is used: the margin is 10 s',
    async (seconds, refreshes) => {
      driver.refresh = async () => sessionUntil(3600);
      await driver.start(sessionUntil(seconds));
      expect(driver.refreshes).toBe(refreshes);
      expect(driver.told).toEqual([{ type: 'session.began', userId: 'ada' }]);
    },
  );

  it('backs off by 200 ms times a power of 2, up to 30 s', async () => {
    driver.refresh = () => Promise.reject(retryable);
    await driver.start(sessionUntil(3));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      const before = driver.clock.now();
      driver.clock.toNextTimer();
      await settled();
      waits.push(driver.clock.now() - before);
    }
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    expect(driver.refreshes).toBe(11);
  });

  it('backs off in the same way while its token still lasts', async () => {
    driver.refresh = () => Promise.reject(retryable);
    await driver.start(sessionUntil(80));
    await driver.pass(30_000);
    for (const wait of [200, 400, 800]) {
      expect(driver.clock.due).toEqual([driver.clock.now() + wait]);
      await driver.pass(wait);
    }
    expect([driver.refreshes, driver.token.state]).toEqual([4, 'usable']);
  });

  it('starts the back-off anew after a refresh that succeeded', async () => {
    driver.refresh = () => Promise.reject(retryable);
    await driver.start(sessionUntil(80));
    await driver.pass(30_000 + 200 + 400);
    driver.refresh = async () => sessionUntil(200);
    await driver.pass(800);
    driver.refresh = () => Promise.reject(retryable);
    driver.actor.send({ type: 'session.refused' });
    await settled();
    expect(driver.clock.due).toEqual([driver.clock.now() + 200]);
  });

  it('is kept on retryable failures, with the token that it has', async () => {
    driver.refresh = () => Promise.reject(retryable);
    await driver.start(sessionUntil(60));
    await driver.pass(30_000);
    expect(driver.user).toBe('ada');
    expect(driver.token.state).toBe('usable');
    expect(driver.forgotten).toEqual([]);
    await driver.pass(31_000);
    expect(driver.user).toBe('ada');
    expect(driver.token).toEqual({ state: 'unreachable' });
  });

  it('is removed on a failure that is not retryable, and only the session', async () => {
    await driver.start(sessionUntil(60));
    await driver.pass(30_000);
    expect(driver.user).toBeNull();
    expect(driver.forgotten).toEqual([false]);
    expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason: 'refused' });
  });

  it('whose tokens never last longer than the margin is used all the same, and asks for another after half of each', async () => {
    driver.refresh = async () => sessionUntil(driver.clock.now() / 1000 + 15);
    await driver.start(sessionUntil(15));
    driver.actor.send({ type: 'token.needed' });
    await settled();
    expect(driver.token.state).toBe('usable');
    expect(driver.refreshes).toBe(1);
    await driver.pass(7_000);
    driver.actor.send({ type: 'token.needed' });
    expect(driver.token.state).toBe('usable');
    expect(driver.refreshes).toBe(1);
    await driver.pass(1_000);
    driver.actor.send({ type: 'token.needed' });
    expect(driver.token.state).toBe('awaited');
    await settled();
    expect(driver.token.state).toBe('usable');
    expect(driver.refreshes).toBe(2);
  });

  it('that starts with an expired token takes such a token for what it is too', async () => {
    driver.refresh = async () => sessionUntil(driver.clock.now() / 1000 + 15);
    await driver.start(sessionUntil(5));
    await settled();
    driver.actor.send({ type: 'token.needed' });
    expect([driver.token.state, driver.refreshes]).toEqual(['usable', 1]);
  });

  it('has its token refreshed on demand when fewer than 30 s remain', async () => {
    driver.refresh = async () => sessionUntil(3600);
    await driver.start(sessionUntil(50));
    await driver.pass(20_000);
    driver.actor.send({ type: 'token.needed' });
    expect(driver.refreshes).toBe(0);
    await driver.pass(1_000);
    driver.actor.send({ type: 'token.needed' });
    expect(driver.token).toEqual({ state: 'awaited' });
    await settled();
    expect(driver.refreshes).toBe(1);
    expect(driver.token.state).toBe('usable');
  });

  it('in a tab that slept for hours refreshes before its first call, and once', async () => {
    driver.refresh = async () => sessionUntil(6 * 3600);
    await driver.start(sessionUntil(3600));
    // No timer runs while the machine sleeps.
    driver.clock.set(driver.clock.now() + 5 * 3_600_000);
    driver.actor.send({ type: 'token.needed' });
    expect(driver.token).toEqual({ state: 'awaited' });
    driver.actor.send({ type: 'token.needed' });
    await settled();
    expect(driver.refreshes).toBe(1);
    expect(driver.token.state).toBe('usable');
  });

  it('lets calls use the old token while a refresh is under way and it still lasts', async () => {
    driver.refresh = () => new Promise(() => {});
    await driver.start(sessionUntil(100));
    await driver.pass(30_000);
    expect(driver.refreshes).toBe(1);
    expect(driver.token.state).toBe('usable');
  });

  it('asks the server again when a call was refused with its token', async () => {
    await driver.start(sessionUntil(3600));
    driver.actor.send({ type: 'session.refused' });
    await settled();
    expect(driver.refreshes).toBe(1);
    expect(driver.user).toBeNull();
  });
});

describe('signing in', () => {
  it('begins the session', async () => {
    const driver = new Driver();
    await driver.start();
    driver.report({ type: 'session.changed', session: sessionUntil(3600) });
    expect(driver.told.at(-1)).toEqual({ type: 'session.began', userId: 'ada' });
  });

  it('takes the new token for what it is, also where it lasts no longer than the margin', async () => {
    const driver = new Driver();
    await driver.start();
    driver.report({ type: 'session.changed', session: sessionUntil(15) });
    driver.actor.send({ type: 'token.needed' });
    expect([driver.token.state, driver.refreshes]).toEqual(['usable', 0]);
  });
});

describe('signing out', () => {
  let driver: Driver;
  beforeEach(async () => {
    driver = new Driver();
    await driver.start(sessionUntil(3600));
  });

  it.each(['global', 'local'] as const)(
    'with scope %s revokes at the server, clears this browser and ends the session',
    async (scope) => {
      driver.actor.send({ type: 'signOut.requested', scope });
      await settled();
      await settled();
      expect(driver.revoked).toEqual([scope]);
      expect(driver.forgotten).toEqual([true]);
      expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
    },
  );

  it.each([
    ['a sign-out', 'signedOut', () => driver.actor.send({ type: 'signOut.requested', scope: 'local' })],
    ['a refusal', 'refused', () => driver.actor.send({ type: 'session.refused' })],
  ] as const)('ends the session although this browser cannot be cleared: %s', async (_name, reason, end) => {
    driver.forget = () => Promise.reject(new Error('blocked'));
    end();
    await settled();
    await settled();
    expect(driver.token).toEqual({ state: 'none' });
    expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason });
  });

  it('clears this browser also while the session is still loading', async () => {
    const loading = new Driver();
    loading.stored = () => new Promise(() => {});
    loading.actor.start();
    loading.actor.send({ type: 'signOut.requested', scope: 'local' });
    await settled();
    expect([loading.revoked, loading.forgotten]).toEqual([[], [true]]);
    expect(loading.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
  });

  it('with scope others keeps this session', async () => {
    driver.actor.send({ type: 'signOut.requested', scope: 'others' });
    await settled();
    expect(driver.revoked).toEqual(['others']);
    expect(driver.user).toBe('ada');
    expect(driver.toasts).toEqual(['Signed out on your other devices']);
  });

  it('of others says so when it fails', async () => {
    driver.revoke = () => Promise.reject(retryable);
    driver.actor.send({ type: 'signOut.requested', scope: 'others' });
    await settled();
    expect(driver.toasts).toEqual(['Could not sign out your other devices']);
    expect(driver.user).toBe('ada');
  });

  it('of others goes on while another tab refreshes the token', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    driver.revoke = () => promise;
    driver.actor.send({ type: 'signOut.requested', scope: 'others' });
    driver.report({ type: 'session.changed', session: sessionUntil(7200) });
    resolve();
    await settled();
    expect(driver.toasts).toEqual(['Signed out on your other devices']);
  });

  it('of this device never depends on the network, and says what it could not do', async () => {
    driver.revoke = () => Promise.reject(retryable);
    driver.actor.send({ type: 'signOut.requested', scope: 'global' });
    await settled();
    await settled();
    expect(driver.user).toBeNull();
    expect(driver.toasts).toEqual(['Signed out on this device']);
  });

  it('lets no call leave without its token meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    driver.revoke = () => promise;
    driver.actor.send({ type: 'signOut.requested', scope: 'local' });
    expect(driver.token).toEqual({ state: 'awaited' });
    resolve();
    await settled();
    await settled();
    expect(driver.token).toEqual({ state: 'none' });
  });

  it('waits for the server no longer than 5 s', async () => {
    driver.revoke = () => new Promise(() => {});
    driver.actor.send({ type: 'signOut.requested', scope: 'local' });
    await driver.pass(4_999);
    expect(driver.forgotten).toEqual([]);
    await driver.pass(1);
    await settled();
    expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
  });
});

describe('several tabs', () => {
  let driver: Driver;
  beforeEach(async () => {
    driver = new Driver();
    await driver.start(sessionUntil(60));
  });

  it('share one refresh: what another tab fetched is used', async () => {
    await driver.pass(29_000);
    driver.report({ type: 'session.changed', session: sessionUntil(3600) });
    await driver.pass(30_000);
    expect(driver.refreshes).toBe(0);
    expect(driver.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
  });

  it('sign out together', () => {
    driver.report({ type: 'session.removed' });
    expect(driver.user).toBeNull();
    expect(driver.told.at(-1)).toEqual({ type: 'session.ended', reason: 'elsewhere' });
  });

  it('change users together', () => {
    driver.report({ type: 'session.changed', session: sessionUntil(3600, { user: 'bob' }) });
    expect(driver.told.at(-1)).toEqual({ type: 'session.began', userId: 'bob' });
  });

  it('warn where the browser lacks the Navigator Locks API, asking for an update', () => {
    driver.report({ type: 'locks.unsupported' });
    expect(driver.toasts).toEqual(['Update your browser']);
  });

  it('say where the browser has no room for the session that it lasts as long as the page', () => {
    driver.report({ type: 'session.unpersisted' });
    expect(driver.toasts).toEqual(['Your browser is blocking storage']);
  });
});
