import { afterEach, expect, it, vi } from 'vitest';
import { layOutGraph } from '../../../src/services/inspector/chartLayout.ts';

const layouts = vi.hoisted(() => ({ begun: 0 }));
vi.mock('elkjs/lib/elk-api.js', () => ({
  default: class {
    constructor({ workerFactory }: { workerFactory: () => unknown }) {
      layouts.begun += 1;
      workerFactory();
    }
    layout = <Graph>(graph: Graph) => Promise.resolve({ ...graph, width: 7 });
  },
}));

afterEach(() => vi.unstubAllGlobals());

it('lays every graph out with one worker, which starts with the first', async () => {
  const workers: unknown[] = [];
  vi.stubGlobal('Worker', function startWorker(_address: string, { name }: { name: string }) {
    workers.push(name);
  });
  expect([layouts.begun, workers]).toEqual([0, []]);
  expect(await layOutGraph({ id: 'gate' })).toEqual({ id: 'gate', width: 7 });
  expect(await layOutGraph({ id: 'other' })).toEqual({ id: 'other', width: 7 });
  expect([layouts.begun, workers]).toEqual([1, ['chart layout']]);
});
