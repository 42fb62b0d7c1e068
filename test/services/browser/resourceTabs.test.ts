// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resourceNames, type ResourceMessage } from '../../../src/contract/cache/resources.ts';
import { openResourceTabs } from '../../../src/services/browser/resourceTabs.ts';

let heard: ResourceMessage[];
let receivedBySender: ResourceMessage[];
let here: ReturnType<typeof openResourceTabs>;
let other: ReturnType<typeof openResourceTabs>;
let visibility: { mockReturnValue(state: DocumentVisibilityState): unknown };

const look = () => {
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
};
/** Messages come one after the other: once the last of them is here, so are the ones before. */
const hearing = (count: number) =>
  vi.waitFor(
    () => {
      if (heard.length < count) throw new Error('Not yet.');
    },
    { interval: 1 },
  );

beforeEach(() => {
  heard = [];
  visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  here = openResourceTabs((news) => heard.push(news));
  receivedBySender = [];
  other = openResourceTabs((news) => receivedBySender.push(news));
});
afterEach(() => {
  here.close();
  other.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('tabs', () => {
  it('tell each other which resources have changed, and nothing else', async () => {
    const withData = { names: ['project'], params: { ref: 'abc' }, data: { db_pass: 'secret' } } as const;
    other.tell(withData);
    other.tell({ names: ['projects', 'organizations'] });
    await hearing(2);
    expect(heard).toEqual([{ names: ['project'], params: { ref: 'abc' } }, { names: ['projects', 'organizations'] }]);
    expect(receivedBySender).toEqual([]);
  });

  it('hear once of each thing when somebody looks at them, and nothing before', async () => {
    visibility.mockReturnValue('hidden');
    const seen = Promise.withResolvers<void>();
    const witness = new BroadcastChannel('basechart-resources');
    let messages = 0;
    witness.addEventListener('message', () => {
      messages += 1;
      if (messages === 3) seen.resolve();
    });
    other.tell({ names: ['projects'] });
    other.tell({ names: ['snippets'], params: { ref: 'abc' } });
    other.tell({ names: ['projects'] });
    await seen.promise;
    witness.close();
    expect(heard).toEqual([]);
    look();
    expect(heard).toEqual([{ names: ['projects'] }, { names: ['snippets'], params: { ref: 'abc' } }]);
    look();
    expect(heard).toHaveLength(2);
  });

  it('read everything again after too much has happened unseen', async () => {
    visibility.mockReturnValue('hidden');
    for (let count = 0; count < 500; count += 1)
      other.tell({ names: ['project'], params: { ref: `project-${count}` } });
    const last = Promise.withResolvers<void>();
    const witness = new BroadcastChannel('basechart-resources');
    witness.addEventListener('message', () => last.resolve());
    other.tell({ names: ['projects'] });
    await last.promise;
    witness.close();
    look();
    expect(heard).toEqual([{ names: resourceNames }]);
  });

  it('pass over what is no such news', async () => {
    const channel = new BroadcastChannel('basechart-resources');
    for (const message of [
      null,
      'projects',
      {},
      { names: ['secrets'] },
      { names: ['projects'], params: { ref: 7 } },
      { names: Array.from({ length: 1000 }, () => 'projects') },
    ]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
      channel.postMessage(message);
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    channel.postMessage({ names: ['catalog'] });
    await hearing(1);
    expect(heard).toEqual([{ names: ['catalog'] }]);
    channel.close();
  });

  it('do without where the browser has no channels', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const alone = openResourceTabs(() => {});
    expect(() => alone.tell({ names: ['projects'] })).not.toThrow();
    alone.close();
  });
});
