import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import { resources, type ResourceName, type AnyResourceParams } from '../../../src/contract/cache/resources.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { resourceMachine } from '../../../src/machines/cache/resource/resource.machine.ts';
import { selectData, selectFailure, selectIsReading } from '../../../src/machines/cache/resource/resource.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { resourceModel } from './resource.model.ts';

coverChart(resourceModel);

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const answered = (code: number) => new FailureError({ code, message: `It was ${code}.` });

/** One resource whose reads answer what a test says. */
class Driver {
  readonly clock = new SteppedClock();
  readonly told: AnyEventObject[] = [];
  reads = 0;
  answer: () => unknown = () => ['first'];
  readonly actor: Actor<typeof resourceMachine>;

  constructor(name: ResourceName, params: AnyResourceParams = {}) {
    const machine = resourceMachine.provide({
      actors: {
        read: fromPromise(async () => {
          this.reads++;
          return this.answer();
        }),
      },
    });
    this.actor = createActor(machine, {
      clock: this.clock,
      input: { ref: { name, params }, port: createPort((event) => this.told.push(event)) },
    }).start();
  }

  async send(...events: Parameters<Actor<typeof resourceMachine>['send']>[0][]): Promise<void> {
    for (const event of events) this.actor.send(event);
    await settled();
  }

  async pass(ms: number): Promise<void> {
    this.clock.increment(ms);
    await settled();
  }

  get data() {
    return selectData(this.actor.getSnapshot());
  }
  get failure() {
    return selectFailure(this.actor.getSnapshot());
  }
}

describe('the data cache', () => {
  it.each<[ResourceName, AnyResourceParams, number]>([
    ['projects', {}, 60_000],
    ['snippets', { ref: 'a' }, 60_000],
    ['project', { ref: 'a' }, 30_000],
    ['profile', {}, 1_800_000],
    ['organizations', {}, 1_800_000],
    ['organization', { slug: 'a' }, 1_800_000],
    ['permissions', {}, 1_800_000],
  ])('takes %s %j as fresh for %i ms', async (name, params, staleMs) => {
    const driver = new Driver(name, params);
    await driver.send({ type: 'resource.observed' });
    await driver.pass(staleMs - 1);
    await driver.send({ type: 'attention.returned' }, { type: 'resource.observed' });
    expect(driver.reads).toBe(1);
    await driver.pass(1);
    await driver.send({ type: 'resource.observed' });
    expect(driver.reads).toBe(2);
    expect(resources[name].staleMs).toBe(staleMs);
  });
});

describe('a resource', () => {
  let driver: Driver;
  beforeEach(() => {
    driver = new Driver('projects');
  });

  it('is read when it is first looked at', async () => {
    expect(driver.reads).toBe(0);
    await driver.send({ type: 'resource.observed' });
    expect([driver.reads, driver.data, selectIsReading(driver.actor.getSnapshot())]).toEqual([1, ['first'], false]);
  });

  it('is read once for many who look', async () => {
    await driver.send({ type: 'resource.observed' }, { type: 'resource.observed' }, { type: 'resource.observed' });
    expect(driver.reads).toBe(1);
  });

  it('is tried again up to 3 times, with growing pauses', async () => {
    driver.answer = () => {
      throw answered(500);
    };
    await driver.send({ type: 'resource.observed' });
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(driver.failure).toBeNull();
      expect(selectIsReading(driver.actor.getSnapshot())).toBe(true);
      await driver.pass(wait - 1);
      const before = driver.reads;
      await driver.pass(1);
      expect(driver.reads).toBe(before + 1);
    }
    expect(driver.reads).toBe(4);
    expect(driver.failure).toEqual(failureOf(answered(500)));
  });

  it.each([
    [
      'a success',
      async () => {
        driver.answer = () => ['first'];
        await driver.pass(2_000);
      },
    ],
    [
      'a failure that was shown',
      async () => {
        await driver.pass(2_000);
        await driver.pass(4_000);
        expect(driver.failure).not.toBeNull();
      },
    ],
    ['news of a change', async () => {}],
  ])('is tried as often, and with the same pauses, after %s', async (_name, ends) => {
    const fails = () => {
      throw answered(500);
    };
    driver.answer = fails;
    await driver.send({ type: 'resource.observed' });
    await driver.pass(1_000);
    await ends();
    driver.answer = fails;
    const before = driver.reads;
    await driver.send({ type: 'resource.invalidated' });
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(selectIsReading(driver.actor.getSnapshot())).toBe(true);
      await driver.pass(wait);
    }
    expect(driver.reads - before).toBe(4);
    expect(selectIsReading(driver.actor.getSnapshot())).toBe(false);
  });

  it.each([
    [404, 1],
    [500, 5],
  ])(
    'is read for another observer, unless the first one shows that it does not exist: code %i',
    async (code, reads) => {
      driver.answer = () => {
        throw answered(code);
      };
      await driver.send({ type: 'resource.observed' });
      for (const _ of [1, 2, 3]) await driver.pass(30_000);
      await driver.send({ type: 'resource.observed' });
      expect(driver.reads).toBe(reads);
    },
  );

  it('is read again by the next observer when nothing shows any more that it does not exist', async () => {
    driver.answer = () => {
      throw answered(404);
    };
    await driver.send({ type: 'resource.observed' });
    await driver.send({ type: 'resource.released' });
    await driver.send({ type: 'resource.observed' });
    expect(driver.reads).toBe(2);
  });

  it.each([404, 403])('is not tried again on code %i', async (code) => {
    driver.answer = () => {
      throw answered(code);
    };
    await driver.send({ type: 'resource.observed' });
    expect(driver.failure).toMatchObject({ code });
    await driver.pass(60_000);
    expect(driver.reads).toBe(1);
  });

  it('tells of a refused credential, and is tried again with the session’s next one', async () => {
    driver.answer = () => {
      throw answered(401);
    };
    await driver.send({ type: 'resource.observed' });
    expect(driver.told).toEqual([{ type: 'session.refused', failure: failureOf(answered(401)) }]);
    expect([driver.failure, selectIsReading(driver.actor.getSnapshot())]).toEqual([null, true]);
    driver.answer = () => ['first'];
    await driver.pass(1_000);
    expect([driver.reads, driver.data, driver.failure]).toEqual([2, ['first'], null]);
  });

  it('is tried no more than once again after a refused credential', async () => {
    driver.answer = () => {
      throw answered(401);
    };
    await driver.send({ type: 'resource.observed' });
    await driver.pass(60_000);
    await driver.pass(60_000);
    expect(driver.reads).toBe(2);
    expect(driver.failure).toMatchObject({ code: 401 });
    // The same holds whenever it is asked for anew.
    await driver.send({ type: 'resource.retried' });
    await driver.pass(60_000);
    await driver.pass(60_000);
    expect(driver.reads).toBe(4);
  });

  it('keeps the old value when a refresh fails, beside the failure', async () => {
    await driver.send({ type: 'resource.observed' });
    driver.answer = () => {
      throw answered(404);
    };
    await driver.send({ type: 'resource.invalidated' });
    expect([driver.data, driver.failure?.code]).toEqual([['first'], 404]);
    driver.answer = () => ['second'];
    await driver.send({ type: 'resource.retried' });
    expect([driver.data, driver.failure]).toEqual([['second'], null]);
  });

  it('is read again when the user comes back, if it is stale and looked at', async () => {
    await driver.send({ type: 'resource.observed' });
    await driver.pass(60_000);
    expect(driver.reads).toBe(1);
    await driver.send({ type: 'attention.returned' });
    expect(driver.reads).toBe(2);
    await driver.pass(60_000);
    await driver.send({ type: 'resource.released' }, { type: 'attention.returned' });
    expect(driver.reads).toBe(2);
  });

  it('does not sit a pause out when the network comes back', async () => {
    driver.answer = () => {
      throw answered(500);
    };
    await driver.send({ type: 'resource.observed' });
    driver.answer = () => ['second'];
    await driver.send({ type: 'attention.returned' });
    expect(driver.data).toEqual(['second']);
  });

  it('that nobody looks at is read after an invalidation only when somebody does', async () => {
    await driver.send({ type: 'resource.observed' }, { type: 'resource.released' });
    await driver.send({ type: 'resource.invalidated' });
    expect(driver.reads).toBe(1);
    await driver.send({ type: 'resource.observed' });
    expect(driver.reads).toBe(2);
  });

  it('drops an answer that was made before the change it is told of', async () => {
    const late = Promise.withResolvers<unknown>();
    driver.answer = () => late.promise;
    await driver.send({ type: 'resource.observed' });
    await driver.send({ type: 'resource.overwritten', data: ['known'] });
    late.resolve(['older']);
    await settled();
    expect(driver.data).toEqual(['known']);
    expect(selectIsReading(driver.actor.getSnapshot())).toBe(false);
  });

  it('can be overwritten locally: the matching entry of a list, or the object itself', async () => {
    driver.answer = () => [
      { ref: 'a', status: 'ACTIVE_HEALTHY' },
      { ref: 'b', status: 'ACTIVE_HEALTHY' },
    ];
    await driver.send(
      { type: 'resource.observed' },
      { type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'RESTORING' } },
    );
    await settled();
    await driver.send({ type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'RESTORING' } });
    expect(driver.data).toEqual([
      { ref: 'a', status: 'ACTIVE_HEALTHY' },
      { ref: 'b', status: 'RESTORING' },
    ]);
    await driver.send(
      { type: 'resource.overwritten', data: { ref: 'b', status: 'RESTORING' } },
      { type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'ACTIVE_HEALTHY' } },
    );
    expect(driver.data).toEqual({ ref: 'b', status: 'ACTIVE_HEALTHY' });
  });

  it.each([
    ['not read again where the patch was read as well', true, 1],
    ['read again where something was changed meanwhile', false, 2],
  ])('that is patched while it is read is %s', async (_, keepsPending, reads) => {
    const answer = Promise.withResolvers<unknown>();
    driver.answer = () => answer.promise;
    await driver.send(
      { type: 'resource.observed' },
      { type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'RESTORING' }, keepsPending },
    );
    answer.resolve([{ ref: 'b', status: 'RESTORING' }]);
    await settled();
    expect([driver.reads, driver.data]).toEqual([reads, [{ ref: 'b', status: 'RESTORING' }]]);
  });

  it('that was overwritten is fresh, whatever it was before', async () => {
    await driver.send({ type: 'resource.observed' });
    await driver.pass(60_000);
    await driver.send(
      { type: 'resource.overwritten', data: ['known'] },
      { type: 'resource.observed' },
      { type: 'attention.returned' },
    );
    expect([driver.reads, driver.data]).toEqual([1, ['known']]);
  });

  it('can gain an entry, in place of an older one of the same id', async () => {
    driver.answer = () => [{ id: 1, name: 'one' }];
    await driver.send({ type: 'resource.observed' });
    await driver.send(
      { type: 'resource.appended', entry: { id: 2, name: 'two' } },
      { type: 'resource.appended', entry: { id: 1, name: 'uno' } },
    );
    expect(driver.data).toEqual([
      { id: 2, name: 'two' },
      { id: 1, name: 'uno' },
    ]);
  });

  it('that nobody looks at is given up after five minutes', async () => {
    await driver.send({ type: 'resource.observed' }, { type: 'resource.released' });
    await driver.pass(299_999);
    expect(driver.told).toEqual([]);
    await driver.pass(1);
    expect(driver.told).toEqual([{ type: 'resource.abandoned', ref: { name: 'projects', params: {} } }]);
  });

  it('that was overwritten is still looked at by those who did', async () => {
    await driver.send({ type: 'resource.observed' }, { type: 'resource.overwritten', data: ['mine'] });
    await driver.pass(600_000);
    expect(driver.told).toEqual([]);
    await driver.send({ type: 'attention.returned' });
    expect(driver.reads).toBe(2);
  });

  it('is kept as long as one of many looks', async () => {
    await driver.send({ type: 'resource.observed' }, { type: 'resource.observed' }, { type: 'resource.released' });
    await driver.pass(600_000);
    expect(driver.told).toEqual([]);
  });
});

describe('the history of queries', () => {
  const running = { id: 'a', outcome: 'running' };
  const ended = { id: 'a', outcome: 'succeeded' };
  let driver: Driver;
  beforeEach(async () => {
    driver = new Driver('queryHistory', { ref: 'abc' });
    driver.answer = () => [running];
    await driver.send({ type: 'resource.observed' });
  });

  it('is read every 5 s while it is seen and a query in it is running', async () => {
    await driver.pass(4_999);
    expect(driver.reads).toBe(1);
    await driver.pass(1);
    expect([driver.reads, driver.data]).toEqual([2, [running]]);
    driver.answer = () => [ended];
    await driver.pass(5_000);
    expect([driver.reads, driver.data]).toEqual([3, [ended]]);
    await driver.pass(600_000);
    expect(driver.reads).toBe(3);
  });

  it('is left alone while nobody sees it, and read when somebody does, though it is fresh', async () => {
    await driver.send({ type: 'resource.released' });
    await driver.pass(20_000);
    expect(driver.reads).toBe(1);
    driver.answer = () => [ended];
    await driver.send({ type: 'resource.observed' }, { type: 'resource.observed' });
    expect([driver.reads, driver.data]).toEqual([2, [ended]]);
    await driver.send({ type: 'resource.released' }, { type: 'resource.released' }, { type: 'resource.observed' });
    expect(driver.reads).toBe(2);
  });
});
