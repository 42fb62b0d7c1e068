import { afterEach, expect, test, vi } from 'vitest';
import { createBoundedQueue } from '../../../server/common/boundedQueue.ts';

class Refused extends Error {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Refused');
    this.retryAfter = retryAfter;
  }
}

/** A queue of two at once, each of a second, and work that ends when it is told to. */
function create() {
  const run = createBoundedQueue({
    concurrency: 2,
    maxWaitMs: 2_000,
    expectedMs: 1_000,
    refusal: (retryAfter) => new Refused(retryAfter),
  });
  const begun: PromiseWithResolvers<string>[] = [];
  const add = () =>
    run(() => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    });
  return { add, begun };
}

test('as much runs at once as it may, the rest in order', async () => {
  const { add, begun } = create();
  const answers = [add(), add(), add()];
  await expect.poll(() => begun.length).toBe(2);
  begun[0]!.resolve('first');
  expect(await answers[0]).toBe('first');
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!.resolve('third');
  expect(await answers[2]).toBe('third');
});

test('what would wait too long is refused at once, with the time after which it may be tried again', async () => {
  const { add, begun } = create();
  const answers = Array.from({ length: 7 }, add);
  await expect(add()).rejects.toMatchObject({ retryAfter: 3 });
  await expect.poll(() => begun.length).toBe(2);
  // These ended much sooner than the queue thought.
  for (const work of begun) work.resolve('done');
  await Promise.all(answers.slice(0, 2));
  const later = add();
  await expect.poll(() => begun.length).toBe(4);
  for (let index = 2; index < 8; index += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(index);
    begun[index]!.resolve('done');
  }
  expect(await later).toBe('done');
});

afterEach(() => vi.useRealTimers());

test('what has waited too long is refused at its turn, and the next is taken', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { add, begun } = create();
  const answers = [add(), add()];
  const late = add();
  await expect.poll(() => begun.length).toBe(2);
  // The machine is busier than the queue thought.
  vi.advanceTimersByTime(2_500);
  const next = add();
  for (const work of begun) work.resolve('done');
  await Promise.all(answers);
  await expect(late).rejects.toMatchObject({ retryAfter: expect.any(Number) });
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!.resolve('next');
  expect(await next).toBe('next');
});

test('work that fails gives its place to the next', async () => {
  const { add, begun } = create();
  const answers = [add(), add(), add()];
  await expect.poll(() => begun.length).toBe(2);
  begun[0]!.reject(new Error('Broken'));
  await expect(answers[0]).rejects.toThrow('Broken');
  await expect.poll(() => begun.length).toBe(3);
});
