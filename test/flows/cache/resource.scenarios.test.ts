import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type Actor, type AnyEventObject } from 'xstate';
import { resources, type ResourceName, type ResourceParams } from '../../../src/contract/cache/resources.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { resourceMachine } from '../../../src/machines/cache/resource/resource.machine.ts';
import { selectData, selectFailure, selectIsReading } from '../../../src/machines/cache/resource/resource.selectors.ts';
import { createPort, SteppedClock } from '../../support/world.ts';

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const answered = (code: number) => new FailureError({ code, message: `It was ${code}.` });

/** One resource whose reads answer what a test says. */
class Stage {
  readonly clock = new SteppedClock();
  readonly told: AnyEventObject[] = [];
  reads = 0;
  answer: () => unknown = () => ['first'];
  readonly actor: Actor<typeof resourceMachine>;

  constructor(name: ResourceName, params: ResourceParams = {}) {
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
      input: { ref: { name, params }, parent: createPort((event) => this.told.push(event)) },
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
  it.each<[ResourceName, ResourceParams, number]>([
    ['projects', {}, 60_000],
    ['snippets', { ref: 'a' }, 60_000],
    ['project', { ref: 'a' }, 30_000],
    ['profile', {}, 1_800_000],
    ['organizations', {}, 1_800_000],
    ['organization', { slug: 'a' }, 1_800_000],
    ['permissions', {}, 1_800_000],
  ])('takes %s %j as fresh for %i ms', async (name, params, staleMs) => {
    const stage = new Stage(name, params);
    await stage.send({ type: 'resource.observed' });
    await stage.pass(staleMs - 1);
    await stage.send({ type: 'attention.returned' }, { type: 'resource.observed' });
    expect(stage.reads).toBe(1);
    await stage.pass(1);
    await stage.send({ type: 'resource.observed' });
    expect(stage.reads).toBe(2);
    expect(resources[name].staleMs).toBe(staleMs);
  });
});

describe('a resource', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage('projects');
  });

  it('is read when it is first looked at', async () => {
    expect(stage.reads).toBe(0);
    await stage.send({ type: 'resource.observed' });
    expect([stage.reads, stage.data, selectIsReading(stage.actor.getSnapshot())]).toEqual([1, ['first'], false]);
  });

  it('is read once for many who look', async () => {
    await stage.send({ type: 'resource.observed' }, { type: 'resource.observed' }, { type: 'resource.observed' });
    expect(stage.reads).toBe(1);
  });

  it('is tried again up to 3 times, with growing pauses', async () => {
    stage.answer = () => {
      throw answered(500);
    };
    await stage.send({ type: 'resource.observed' });
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(stage.failure).toBeNull();
      expect(selectIsReading(stage.actor.getSnapshot())).toBe(true);
      await stage.pass(wait - 1);
      const before = stage.reads;
      await stage.pass(1);
      expect(stage.reads).toBe(before + 1);
    }
    expect(stage.reads).toBe(4);
    expect(stage.failure).toEqual(failureOf(answered(500)));
  });

  it.each([404, 403])('is not tried again on code %i', async (code) => {
    stage.answer = () => {
      throw answered(code);
    };
    await stage.send({ type: 'resource.observed' });
    expect(stage.failure).toMatchObject({ code });
    await stage.pass(60_000);
    expect(stage.reads).toBe(1);
  });

  it('tells of a refused credential, and is tried again with the session’s next one', async () => {
    stage.answer = () => {
      throw answered(401);
    };
    await stage.send({ type: 'resource.observed' });
    expect(stage.told).toEqual([{ type: 'session.refused', failure: failureOf(answered(401)) }]);
    expect([stage.failure, selectIsReading(stage.actor.getSnapshot())]).toEqual([null, true]);
    stage.answer = () => ['first'];
    await stage.pass(1_000);
    expect([stage.reads, stage.data, stage.failure]).toEqual([2, ['first'], null]);
  });

  it('is tried no more than once again after a refused credential', async () => {
    stage.answer = () => {
      throw answered(401);
    };
    await stage.send({ type: 'resource.observed' });
    await stage.pass(60_000);
    await stage.pass(60_000);
    expect(stage.reads).toBe(2);
    expect(stage.failure).toMatchObject({ code: 401 });
  });

  it('keeps the old value when a refresh fails, beside the failure', async () => {
    await stage.send({ type: 'resource.observed' });
    stage.answer = () => {
      throw answered(404);
    };
    await stage.send({ type: 'resource.invalidated' });
    expect([stage.data, stage.failure?.code]).toEqual([['first'], 404]);
    stage.answer = () => ['second'];
    await stage.send({ type: 'resource.retried' });
    expect([stage.data, stage.failure]).toEqual([['second'], null]);
  });

  it('is read again when the user comes back, if it is stale and looked at', async () => {
    await stage.send({ type: 'resource.observed' });
    await stage.pass(60_000);
    expect(stage.reads).toBe(1);
    await stage.send({ type: 'attention.returned' });
    expect(stage.reads).toBe(2);
    await stage.pass(60_000);
    await stage.send({ type: 'resource.released' }, { type: 'attention.returned' });
    expect(stage.reads).toBe(2);
  });

  it('does not sit a pause out when the network comes back', async () => {
    stage.answer = () => {
      throw answered(500);
    };
    await stage.send({ type: 'resource.observed' });
    stage.answer = () => ['second'];
    await stage.send({ type: 'attention.returned' });
    expect(stage.data).toEqual(['second']);
  });

  it('that nobody looks at is read after an invalidation only when somebody does', async () => {
    await stage.send({ type: 'resource.observed' }, { type: 'resource.released' });
    await stage.send({ type: 'resource.invalidated' });
    expect(stage.reads).toBe(1);
    await stage.send({ type: 'resource.observed' });
    expect(stage.reads).toBe(2);
  });

  it('drops an answer that was made before the change it is told of', async () => {
    const late = Promise.withResolvers<unknown>();
    stage.answer = () => late.promise;
    await stage.send({ type: 'resource.observed' });
    await stage.send({ type: 'resource.overwritten', data: ['known'] });
    late.resolve(['older']);
    await settled();
    expect(stage.data).toEqual(['known']);
    expect(selectIsReading(stage.actor.getSnapshot())).toBe(false);
  });

  it('can be overwritten locally: the matching entry of a list, or the object itself', async () => {
    stage.answer = () => [
      { ref: 'a', status: 'ACTIVE_HEALTHY' },
      { ref: 'b', status: 'ACTIVE_HEALTHY' },
    ];
    await stage.send(
      { type: 'resource.observed' },
      { type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'RESTORING' } },
    );
    await settled();
    await stage.send({ type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'RESTORING' } });
    expect(stage.data).toEqual([
      { ref: 'a', status: 'ACTIVE_HEALTHY' },
      { ref: 'b', status: 'RESTORING' },
    ]);
    await stage.send(
      { type: 'resource.overwritten', data: { ref: 'b', status: 'RESTORING' } },
      { type: 'resource.patched', where: { ref: 'b' }, patch: { status: 'ACTIVE_HEALTHY' } },
    );
    expect(stage.data).toEqual({ ref: 'b', status: 'ACTIVE_HEALTHY' });
  });

  it('can gain an entry, in place of an older one of the same id', async () => {
    stage.answer = () => [{ id: 1, name: 'one' }];
    await stage.send({ type: 'resource.observed' });
    await stage.send(
      { type: 'resource.appended', entry: { id: 2, name: 'two' } },
      { type: 'resource.appended', entry: { id: 1, name: 'uno' } },
    );
    expect(stage.data).toEqual([
      { id: 2, name: 'two' },
      { id: 1, name: 'uno' },
    ]);
  });

  it('that nobody looks at is given up after five minutes', async () => {
    await stage.send({ type: 'resource.observed' }, { type: 'resource.released' });
    await stage.pass(299_999);
    expect(stage.told).toEqual([]);
    await stage.pass(1);
    expect(stage.told).toEqual([{ type: 'resource.abandoned', ref: { name: 'projects', params: {} } }]);
  });

  it('that was overwritten is still looked at by those who did', async () => {
    await stage.send({ type: 'resource.observed' }, { type: 'resource.overwritten', data: ['mine'] });
    await stage.pass(600_000);
    expect(stage.told).toEqual([]);
    await stage.send({ type: 'attention.returned' });
    expect(stage.reads).toBe(2);
  });

  it('is kept as long as one of many looks', async () => {
    await stage.send({ type: 'resource.observed' }, { type: 'resource.observed' }, { type: 'resource.released' });
    await stage.pass(600_000);
    expect(stage.told).toEqual([]);
  });
});
