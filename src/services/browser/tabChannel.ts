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

/** Tells all that listen under the name, here and in other tabs of the browser. */
export function publish<Message>(name: string, message: Message): void {
  const { tell, close } = openTabChannel<Message>(name, () => undefined);
  tell(message);
  close();
}

/** Calls back with what is published under the name; returns a function that stops it. */
export const listen = <Message>(name: string, heard: (message: Message) => void): (() => void) =>
  openTabChannel(name, heard).close;
