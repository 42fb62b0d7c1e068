import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import type { Session, SignOutScope } from '../../../src/contract/accounts/session.ts';
import { sessionMachine, type SessionReport } from '../../../src/machines/accounts/session/session.machine.ts';
import {
  selectAssurance,
  selectReadingFailure,
  selectUser,
  tokenOf,
} from '../../../src/machines/accounts/session/session.selectors.ts';
import { sessionUntil } from '../../fixtures/session.ts';
import { createPort, SteppedClock } from '../../support/world.ts';
import { final, retryable } from './session.model.ts';

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** A session machine whose services do what a test says, on a clock that it moves. */
class Stage {
  readonly clock = new SteppedClock();
  readonly told: AnyEventObject[] = [];
  readonly revoked: (SignOutScope | undefined)[] = [];
  readonly forgotten: boolean[] = [];
  refreshes = 0;
  stored: () => Promise<Session | null> = async () => null;
  refresh: () => Promise<Session> = () => Promise.reject(final);
  revoke: () => Promise<void> = async () => {};
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
        forget: fromPromise(async ({ input }) => {
          this.forgotten.push(input.everything);
        }),
      },
    });
    this.actor = createActor(machine, {
      clock: this.clock,
      input: { now: () => this.clock.now(), parent: createPort((event) => this.told.push(event)) },
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
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });

  it('is loading until it has been read, then a session or none', async () => {
    stage.actor.start();
    expect(stage.token).toEqual({ state: 'awaited' });
    await settled();
    expect(stage.token).toEqual({ state: 'none' });
    expect(stage.told).toEqual([{ type: 'session.ended', reason: 'absent' }]);
  });

  it('that is stored begins at once', async () => {
    await stage.start(sessionUntil(3600));
    expect(stage.user).toBe('ada');
    expect(stage.told).toEqual([{ type: 'session.began', userId: 'ada' }]);
    expect(stage.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
    expect(stage.refreshes).toBe(0);
  });

  it('whose failure to be read is shown is read again on request', async () => {
    stage.stored = () => Promise.reject(new Error('blocked'));
    stage.actor.start();
    await settled();
    expect(selectReadingFailure(stage.actor.getSnapshot())).toMatchObject({ message: 'blocked' });
    stage.stored = async () => sessionUntil(3600);
    stage.actor.send({ type: 'session.retried' });
    await settled();
    expect(selectReadingFailure(stage.actor.getSnapshot())).toBeNull();
    expect(stage.user).toBe('ada');
  });

  it('has assurance level aal1, becoming aal2 once a factor is verified', async () => {
    await stage.start(sessionUntil(3600));
    expect(selectAssurance(stage.actor.getSnapshot())).toBe('aal1');
    stage.report({ type: 'session.changed', session: sessionUntil(3600, { aal: 'aal2' }) });
    expect(selectAssurance(stage.actor.getSnapshot())).toBe('aal2');
    stage.report({ type: 'session.changed', session: sessionUntil(3600) });
    expect(selectAssurance(stage.actor.getSnapshot())).toBe('aal1');
  });

  it('is refreshed when 90 s or fewer remain, looked at every 30 s', async () => {
    stage.refresh = async () => sessionUntil(3600);
    await stage.start(sessionUntil(151));
    await stage.pass(60_000);
    expect(stage.refreshes).toBe(0);
    await stage.pass(30_000);
    expect(stage.refreshes).toBe(1);
    expect(stage.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
  });

  it.each([
    [9, 1],
    [10, 0],
  ])(
    'with %i s left at the start is refreshed %i times before it is used: the margin is 10 s',
    async (seconds, refreshes) => {
      stage.refresh = async () => sessionUntil(3600);
      await stage.start(sessionUntil(seconds));
      expect(stage.refreshes).toBe(refreshes);
      expect(stage.told).toEqual([{ type: 'session.began', userId: 'ada' }]);
    },
  );

  it('backs off by 200 ms times a power of 2, up to 30 s', async () => {
    stage.refresh = () => Promise.reject(retryable);
    await stage.start(sessionUntil(3));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      const before = stage.clock.now();
      stage.clock.toNextTimer();
      await settled();
      waits.push(stage.clock.now() - before);
    }
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    expect(stage.refreshes).toBe(11);
  });

  it('starts the back-off anew after a refresh that succeeded', async () => {
    stage.refresh = () => Promise.reject(retryable);
    await stage.start(sessionUntil(80));
    await stage.pass(30_000 + 200 + 400);
    stage.refresh = async () => sessionUntil(200);
    await stage.pass(800);
    stage.refresh = () => Promise.reject(retryable);
    stage.actor.send({ type: 'session.refused' });
    await settled();
    expect(stage.clock.due).toEqual([stage.clock.now() + 200]);
  });

  it('is kept on retryable failures, with the token that it has', async () => {
    stage.refresh = () => Promise.reject(retryable);
    await stage.start(sessionUntil(60));
    await stage.pass(30_000);
    expect(stage.user).toBe('ada');
    expect(stage.token.state).toBe('usable');
    expect(stage.forgotten).toEqual([]);
    await stage.pass(31_000);
    expect(stage.user).toBe('ada');
    expect(stage.token).toEqual({ state: 'unreachable' });
  });

  it('is removed on a failure that is not retryable, and only the session', async () => {
    await stage.start(sessionUntil(60));
    await stage.pass(30_000);
    expect(stage.user).toBeNull();
    expect(stage.forgotten).toEqual([false]);
    expect(stage.told.at(-1)).toEqual({ type: 'session.ended', reason: 'refused' });
  });

  it('whose tokens never last longer than the margin is used all the same, and asks for another after half of each', async () => {
    stage.refresh = async () => sessionUntil(stage.clock.now() / 1000 + 15);
    await stage.start(sessionUntil(15));
    stage.actor.send({ type: 'token.needed' });
    await settled();
    expect(stage.token.state).toBe('usable');
    expect(stage.refreshes).toBe(1);
    await stage.pass(7_000);
    stage.actor.send({ type: 'token.needed' });
    expect(stage.token.state).toBe('usable');
    expect(stage.refreshes).toBe(1);
    await stage.pass(1_000);
    stage.actor.send({ type: 'token.needed' });
    expect(stage.token.state).toBe('awaited');
    await settled();
    expect(stage.token.state).toBe('usable');
    expect(stage.refreshes).toBe(2);
  });

  it('has its token refreshed on demand when fewer than 30 s remain', async () => {
    stage.refresh = async () => sessionUntil(3600);
    await stage.start(sessionUntil(50));
    await stage.pass(20_000);
    stage.actor.send({ type: 'token.needed' });
    expect(stage.refreshes).toBe(0);
    await stage.pass(1_000);
    stage.actor.send({ type: 'token.needed' });
    expect(stage.token).toEqual({ state: 'awaited' });
    await settled();
    expect(stage.refreshes).toBe(1);
    expect(stage.token.state).toBe('usable');
  });

  it('lets calls use the old token while a refresh is under way and it still lasts', async () => {
    stage.refresh = () => new Promise(() => {});
    await stage.start(sessionUntil(100));
    await stage.pass(30_000);
    expect(stage.refreshes).toBe(1);
    expect(stage.token.state).toBe('usable');
  });

  it('asks the server again when a call was refused with its token', async () => {
    await stage.start(sessionUntil(3600));
    stage.actor.send({ type: 'session.refused' });
    await settled();
    expect(stage.refreshes).toBe(1);
    expect(stage.user).toBeNull();
  });
});

describe('signing in', () => {
  it('begins the session', async () => {
    const stage = new Stage();
    await stage.start();
    stage.report({ type: 'session.changed', session: sessionUntil(3600) });
    expect(stage.told.at(-1)).toEqual({ type: 'session.began', userId: 'ada' });
  });
});

describe('signing out', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = new Stage();
    await stage.start(sessionUntil(3600));
  });

  it.each(['global', 'local'] as const)(
    'with scope %s revokes at the server, clears this browser and ends the session',
    async (scope) => {
      stage.actor.send({ type: 'signOut.requested', scope });
      await settled();
      await settled();
      expect(stage.revoked).toEqual([scope]);
      expect(stage.forgotten).toEqual([true]);
      expect(stage.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
    },
  );

  it('with scope others keeps this session', async () => {
    stage.actor.send({ type: 'signOut.requested', scope: 'others' });
    await settled();
    expect(stage.revoked).toEqual(['others']);
    expect(stage.user).toBe('ada');
    expect(stage.toasts).toEqual(['Your other devices are signed out']);
  });

  it('of others says so when it fails', async () => {
    stage.revoke = () => Promise.reject(retryable);
    stage.actor.send({ type: 'signOut.requested', scope: 'others' });
    await settled();
    expect(stage.toasts).toEqual(['Failed to sign out your other devices']);
    expect(stage.user).toBe('ada');
  });

  it('of others goes on while another tab refreshes the token', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.revoke = () => promise;
    stage.actor.send({ type: 'signOut.requested', scope: 'others' });
    stage.report({ type: 'session.changed', session: sessionUntil(7200) });
    resolve();
    await settled();
    expect(stage.toasts).toEqual(['Your other devices are signed out']);
  });

  it('of this device never depends on the network, and says what it could not do', async () => {
    stage.revoke = () => Promise.reject(retryable);
    stage.actor.send({ type: 'signOut.requested', scope: 'global' });
    await settled();
    await settled();
    expect(stage.user).toBeNull();
    expect(stage.toasts).toEqual(['Signed out on this device only']);
  });

  it('lets no call leave without its token meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.revoke = () => promise;
    stage.actor.send({ type: 'signOut.requested', scope: 'local' });
    expect(stage.token).toEqual({ state: 'awaited' });
    resolve();
    await settled();
    await settled();
    expect(stage.token).toEqual({ state: 'none' });
  });

  it('waits for the server no longer than 5 s', async () => {
    stage.revoke = () => new Promise(() => {});
    stage.actor.send({ type: 'signOut.requested', scope: 'local' });
    await stage.pass(4_999);
    expect(stage.forgotten).toEqual([]);
    await stage.pass(1);
    await settled();
    expect(stage.told.at(-1)).toEqual({ type: 'session.ended', reason: 'signedOut' });
  });
});

describe('several tabs', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = new Stage();
    await stage.start(sessionUntil(60));
  });

  it('share one refresh: what another tab fetched is used', async () => {
    await stage.pass(29_000);
    stage.report({ type: 'session.changed', session: sessionUntil(3600) });
    await stage.pass(30_000);
    expect(stage.refreshes).toBe(0);
    expect(stage.token).toEqual({ state: 'usable', token: sessionUntil(3600).access_token });
  });

  it('sign out together', () => {
    stage.report({ type: 'session.vanished' });
    expect(stage.user).toBeNull();
    expect(stage.told.at(-1)).toEqual({ type: 'session.ended', reason: 'elsewhere' });
  });

  it('change users together', () => {
    stage.report({ type: 'session.changed', session: sessionUntil(3600, { user: 'bob' }) });
    expect(stage.told.at(-1)).toEqual({ type: 'session.began', userId: 'bob' });
  });

  it('warn where the browser lacks the Navigator Locks API, asking for an update', () => {
    stage.report({ type: 'locks.missed' });
    expect(stage.toasts).toEqual(['Please update your browser']);
  });

  it('say where the browser has no room for the session that it lasts as long as the page', () => {
    stage.report({ type: 'session.unkept' });
    expect(stage.toasts).toEqual(['This browser cannot keep you signed in']);
  });
});
