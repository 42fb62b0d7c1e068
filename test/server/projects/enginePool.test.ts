import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { EnginePool } from '../../../server/projects/databases/enginePool.ts';
import type { Engine } from '../../../server/projects/engines/engine.ts';

/** Engines that do nothing but say when they start and stop, and complain when one is started twice. */
function createWorld(limit: number) {
  const events: string[] = [];
  const alive = new Set<string>();
  const broken = new Set<string>();
  const engines = new EnginePool({
    limit,
    async open(ref) {
      if (alive.has(ref)) throw new Error(`${ref} is open twice`);
      alive.add(ref);
      await setImmediate();
      if (broken.has(ref)) {
        alive.delete(ref);
        throw new Error(`${ref} is broken`);
      }
      events.push(`open ${ref}`);
      return {
        async stop() {
          await setImmediate();
          events.push(`stop ${ref}`);
          alive.delete(ref);
        },
      } as Engine;
    },
  });
  const touch = (ref: string) => engines.use(ref, () => Promise.resolve(ref));
  return { engines, events, alive, broken, touch };
}

it('opens an engine once, however many want it', async () => {
  const { events, touch } = createWorld(2);
  await Promise.all([touch('a'), touch('a'), touch('a')]);
  expect(events).toEqual(['open a']);
});

it('stops the least recently used for another', async () => {
  const { engines, events, touch } = createWorld(2);
  for (const ref of ['a', 'b', 'a', 'c']) await touch(ref);
  expect(events).toEqual(['open a', 'open b', 'stop b', 'open c']);
  expect(engines.pooled).toEqual(['a', 'c']);
  await touch('b');
  expect(engines.pooled).toEqual(['c', 'b']);
});

it('never has more than the limit, nor one engine twice, whatever is asked for', async () => {
  const { events, alive, touch } = createWorld(3);
  let most = 0;
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await touch('abcdefg'[(index * 5) % 7]!);
      most = Math.max(most, alive.size);
    }),
  );
  expect(most).toBeLessThanOrEqual(3);
  expect(events.filter((event) => event.startsWith('open')).length).toBeGreaterThan(6);
});

it('lets a newcomer wait while every engine is in use', async () => {
  const { engines, events, touch } = createWorld(1);
  const work = Promise.withResolvers<void>();
  const busy = engines.use('a', () => work.promise);
  const waiting = touch('b');
  await setImmediate();
  await setImmediate();
  expect(events).toEqual(['open a']);
  work.resolve();
  await Promise.all([busy, waiting]);
  expect(events).toEqual(['open a', 'stop a', 'open b']);
});

it('lets whoever waits for room give up, and serves the others', async () => {
  const { engines, events, touch } = createWorld(1);
  const work = Promise.withResolvers<void>();
  const busy = engines.use('a', () => work.promise);
  const giveUp = new AbortController();
  const given = engines.use('b', () => Promise.resolve(), { signal: giveUp.signal });
  const waiting = touch('c');
  await setImmediate();
  giveUp.abort(new Error('no longer wanted'));
  await expect(given).rejects.toThrow('no longer wanted');
  await expect(engines.use('b', () => Promise.resolve(), { signal: giveUp.signal })).rejects.toThrow(
    'no longer wanted',
  );
  work.resolve();
  await Promise.all([busy, waiting]);
  expect(events).toEqual(['open a', 'stop a', 'open c']);
});

it('serves in turn whoever waits, before those who come back to an engine that is in use', async () => {
  const { engines, events, touch } = createWorld(1);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const busy = [engines.use('a', () => first.promise), engines.use('a', () => second.promise)];
  await setImmediate();
  const order: string[] = [];
  const waiting = ['b', 'a', 'c', 'b'].map(async (ref) => order.push(await touch(ref)));
  first.resolve();
  await setImmediate();
  expect(events).toEqual(['open a']);
  second.resolve();
  await Promise.all([...busy, ...waiting]);
  expect(events).toEqual(['open a', 'stop a', 'open b', 'stop b', 'open a', 'stop a', 'open c', 'stop c', 'open b']);
  expect(order).toEqual(['b', 'a', 'c', 'b']);
});

it('lets the one that has been busy longest give way, and no more of them than are needed', async () => {
  const { engines, events, touch } = createWorld(3);
  const works = ['a', 'b', 'c'].map((ref) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { ref, resolve, used: engines.use(ref, () => promise) };
  });
  await setImmediate();
  await setImmediate();
  const waiting = touch('d');
  await setImmediate();
  // The others are still served.
  expect(await Promise.all([touch('b'), touch('c')])).toEqual(['b', 'c']);
  works[0]!.resolve();
  await waiting;
  expect(events).toEqual(['open a', 'open b', 'open c', 'stop a', 'open d']);
  for (const { resolve } of works) resolve();
  await Promise.all(works.map(({ used }) => used));
});

it('needs not give way to somebody who has gone away', async () => {
  const { engines, events, touch } = createWorld(1);
  const work = Promise.withResolvers<void>();
  const busy = engines.use('a', () => work.promise);
  await setImmediate();
  const giveUp = new AbortController();
  const given = engines.use('b', () => Promise.resolve(), { signal: giveUp.signal });
  const behind = touch('a');
  giveUp.abort(new Error('no longer wanted'));
  await expect(given).rejects.toThrow('no longer wanted');
  expect(await behind).toBe('a');
  work.resolve();
  await busy;
  expect(events).toEqual(['open a']);
});

it('says that all are in use to whoever has no more patience', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { engines, events, touch } = createWorld(1);
    const work = Promise.withResolvers<void>();
    const busy = engines.use('a', () => work.promise);
    const refused = engines.use('b', () => Promise.resolve(), { patienceMs: 20_000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refused).toMatchObject({ code: 'engines_busy' });
    expect(await touch('a')).toBe('a');
    work.resolve();
    await busy;
    expect(events).toEqual(['open a']);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('tries a broken engine again at its next use', async () => {
  const { engines, events, broken, touch } = createWorld(1);
  broken.add('a');
  await expect(touch('a')).rejects.toThrow('a is broken');
  expect(engines.pooled).toEqual([]);
  broken.clear();
  await touch('a');
  expect(events).toEqual(['open a']);
});

it('stops one when told to, and opens it anew for whoever wants it next', async () => {
  const { engines, events, touch } = createWorld(2);
  await touch('a');
  await engines.close('a');
  await engines.close('never opened');
  expect(events).toEqual(['open a', 'stop a']);
  await touch('a');
  expect(events).toEqual(['open a', 'stop a', 'open a']);
});

it('tidies once what was left alone, and gives way to whoever wants the engine', async () => {
  const { engines, touch } = createWorld(2);
  const maintained: boolean[] = [];
  const maintain = (_: unknown, isWanted: () => boolean) => Promise.resolve(void maintained.push(isWanted()));
  await touch('a');
  await engines.maintainIdle(60_000, maintain);
  expect(maintained).toEqual([]);
  await engines.maintainIdle(0, maintain);
  await engines.maintainIdle(0, maintain);
  expect(maintained).toEqual([false]);
  await engines.use('a', () => engines.maintainIdle(0, maintain));
  expect(maintained).toEqual([false]);
  await engines.maintainIdle(0, async (_, isWanted) => {
    const used = touch('a');
    maintained.push(isWanted());
    await used;
  });
  expect(maintained).toEqual([false, true]);
});

it('tidies the others where one fails, and that one again after its next use', async () => {
  const { engines, touch } = createWorld(2);
  await touch('a');
  await touch('b');
  let maintained = 0;
  const failing = () => (++maintained === 1 ? Promise.reject(new Error('a is gone')) : Promise.resolve());
  await expect(engines.maintainIdle(0, failing)).rejects.toThrow('Could not clean up');
  expect(maintained).toBe(2);
  await engines.maintainIdle(0, failing);
  expect(maintained).toBe(2);
  await touch('a');
  await engines.maintainIdle(0, failing);
  expect(maintained).toBe(3);
});

it('stops everything at the end, and opens nothing after it', async () => {
  const { engines, events, alive, touch } = createWorld(1);
  const work = Promise.withResolvers<void>();
  const busy = engines.use('a', () => work.promise);
  const waiting = touch('b');
  const endings = Promise.allSettled([busy, waiting]);
  await setImmediate();
  await engines.end();
  work.resolve();
  expect(await endings).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'engine_stopped' } },
  ]);
  expect(events).toEqual(['open a', 'stop a']);
  expect(alive.size).toBe(0);
  await expect(touch('a')).rejects.toMatchObject({ code: 'engine_stopped' });
});
