import { expect, it, vi } from 'vitest';
import { yieldToMain } from '../../../src/services/http/yieldToMain.ts';

it('lets the page have its turn after each slice of time, and not in between', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const rest = yieldToMain();
  const goesOnAtOnce = async (ms: number): Promise<boolean> => {
    clock.mockReturnValue(ms);
    const over = vi.fn<() => void>();
    const resting = rest().then(over);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    const isOver = over.mock.calls.length > 0;
    await resting;
    return isOver;
  };
  const seen = [];
  for (const ms of [7, 8, 12, 15, 16]) seen.push(await goesOnAtOnce(ms));
  clock.mockRestore();
  expect(seen).toEqual([true, false, true, true, false]);
});
