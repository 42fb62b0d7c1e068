/** Speaks with the other tabs of the browser under a name, and hears them; alone where the browser has no channels. */
export function openTabChannel<Message>(
  name: string,
  heard: (message: Message) => void,
): { tell(message: Message): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => heard(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}
