import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PasswordStrength } from '../../../server/platform/passwordStrength.ts';
import { passwordMaxLength } from '../../../src/contract/common/timing.ts';

/** Workers that answer when a test says so. */
class HeldWorker extends EventEmitter {
  readonly asked: { id: number; password: string }[] = [];
  isOver = false;
  constructor() {
    super();
    workers.push(this);
  }
  unref(): void {}
  postMessage(question: { id: number; password: string }): void {
    this.asked.push(question);
  }
  async terminate(): Promise<void> {
    this.isOver = true;
  }
  answer(id: number): void {
    this.emit('message', { id, check: { score: id } });
  }
}

let workers: HeldWorker[];
let strength: PasswordStrength;
beforeEach(async () => {
  workers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  vi.doMock('node:worker_threads', () => ({ Worker: HeldWorker }));
  strength = (await import('../../../server/platform/passwordStrength.ts')).createPasswordStrength();
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('node:worker_threads');
  vi.resetModules();
});

const unavailable = { status: 503, code: 'password_check_unavailable', retryAfter: 5 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('asks one worker, which starts with the first password, and gives each caller the own answer', async () => {
  expect(workers).toEqual([]);
  const answers = [strength.check('first'), strength.check('second')];
  expect(workers).toHaveLength(1);
  workers[0]!.answer(2);
  workers[0]!.answer(1);
  expect(await Promise.all(answers)).toEqual([{ score: 1 }, { score: 2 }]);
});

it('sends no more of a password than decides', async () => {
  const answer = strength.check('x'.repeat(passwordMaxLength + 100));
  expect(workers[0]!.asked[0]!.password).toHaveLength(passwordMaxLength + 1);
  workers[0]!.answer(1);
  await answer;
});

it('gives up after 10 s, ends the worker, and begins anew with the next password', async () => {
  const refusal = strength.check('endless').catch((error: unknown) => error);
  vi.advanceTimersByTime(9_999);
  expect(workers[0]!.isOver).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await refusal).toMatchObject(unavailable);
  expect(workers[0]!.isOver).toBe(true);
  const answer = strength.check('next');
  expect(workers).toHaveLength(2);
  workers[1]!.answer(2);
  expect(await answer).toEqual({ score: 2 });
});

it('lets 64 wait and no more, and has room again once they were refused', async () => {
  const waiting = Array.from({ length: 64 }, (_, index) => strength.check(String(index)));
  const refusals = Promise.allSettled(waiting);
  await expect(strength.check('one too many')).rejects.toMatchObject(unavailable);
  await strength.close();
  expect((await refusals).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'));
  const answer = strength.check('later');
  workers.at(-1)!.answer(65);
  expect(await answer).toEqual({ score: 65 });
});

it('ends the worker a minute after the last answer', async () => {
  const ask = async (id: number) => {
    const answer = strength.check('password');
    workers.at(-1)!.answer(id);
    await answer;
  };
  await ask(1);
  vi.advanceTimersByTime(59_999);
  await ask(2);
  vi.advanceTimersByTime(59_999);
  expect(workers[0]!.isOver).toBe(false);
  vi.advanceTimersByTime(1);
  expect(workers[0]!.isOver).toBe(true);
});

it('has a worker ready for the first password once it was warmed, for a minute', async () => {
  strength.warm();
  vi.advanceTimersByTime(30_000);
  strength.warm();
  expect(workers).toHaveLength(1);
  vi.advanceTimersByTime(59_999);
  expect(workers[0]!.isOver).toBe(false);
  const answer = strength.check('first');
  strength.warm();
  // A password that waits has its own limit.
  vi.advanceTimersByTime(9_000);
  expect(workers).toHaveLength(1);
  workers[0]!.answer(1);
  expect(await answer).toEqual({ score: 1 });
  vi.advanceTimersByTime(59_999);
  strength.warm();
  vi.advanceTimersByTime(60_000);
  expect(workers[0]!.isOver).toBe(true);
});

it('refuses what waits when the worker breaks, and begins anew', async () => {
  const refusal = strength.check('password').catch((error: unknown) => error);
  workers[0]!.emit('error', new Error('out of memory'));
  expect(await refusal).toMatchObject({ message: 'out of memory' });
  await settled();
  const answer = strength.check('password');
  workers[1]!.answer(2);
  expect(await answer).toEqual({ score: 2 });
});
