import * as v from 'valibot';
import { resourceNames, type ResourceMessage } from '../../contract/cache/resources.ts';

const inspectionMessageSchema = v.object({
  names: v.pipe(v.array(v.picklist(resourceNames)), v.maxLength(resourceNames.length)),
  params: v.optional(v.record(v.string(), v.string())),
});

const channelName = 'basechart-resources';

/** Above this number, a tab that was hidden for long invalidates everything. */
const heldBack = 50;

/**
 * Exchanges changes with the other tabs of this origin. A hidden tab gets them when it becomes visible, each once: it
 * shows nothing before.
 */
export function openResourceTabs(heard: (news: ResourceMessage) => void): {
  tell(news: ResourceMessage): void;
  close(): void;
} {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(channelName);
  const waiting = new Map<string, ResourceMessage>();
  const hear = () => {
    if (document.visibilityState !== 'visible') return;
    const all = waiting.size > heldBack ? [{ names: resourceNames }] : [...waiting.values()];
    waiting.clear();
    for (const news of all) heard(news);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(inspectionMessageSchema, data);
    if (!success) return;
    // One entry above the limit is enough to know that there were too many.
    if (waiting.size <= heldBack) waiting.set(JSON.stringify(output), output);
    hear();
  });
  document.addEventListener('visibilitychange', hear);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
    tell: ({ names, params }) => channel.postMessage({ names, params }),
    close: () => {
      document.removeEventListener('visibilitychange', hear);
      channel.close();
    },
  };
}
