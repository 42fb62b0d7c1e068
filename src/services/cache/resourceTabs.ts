import * as v from 'valibot';
import { resourceNames, type ResourceMessage } from '../../contract/cache/resources.ts';

const inspectionMessageSchema = v.object({
  names: v.pipe(v.array(v.picklist(resourceNames)), v.maxLength(resourceNames.length)),
  params: v.optional(v.record(v.string(), v.string())),
});

const channelName = 'basechart-resources';

/** More than this, and a tab that nobody has looked at for long reads everything again. */
const heldBack = 50;

/**
 * Speaks with the other tabs of this origin about what has changed. A tab that nobody looks at hears of it when somebody does, once
 * for each thing: it has nothing to show before.
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
    // One more than is held back says that there were too many, and is enough.
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
