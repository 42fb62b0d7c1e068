/** The first and last message of a page that receives events, in `@statelyai/inspect`’s format. */
export const statelyMessages = { listening: '@statelyai.connected', over: '@statelyai.disconnected' } as const;

/** Another window, which gets messages only while it shows a page of the given origin. */
export interface InspectorWindow {
  post(data: unknown): void;
  isClosed(): boolean;
  /** Identifies the page that it shows; null for a page of another application. */
  shownPage(): object | null;
  /** Calls back with its messages; returns a function that stops it. */
  listen(heard: (data: unknown) => void): () => void;
}

function guarded(target: Window, origin: string): InspectorWindow {
  return {
    post: (data) => target.postMessage(data, origin),
    isClosed: () => target.closed,
    shownPage() {
      try {
        return target.document;
      } catch {
        return null;
      }
    },
    listen(heard) {
      const take = (event: MessageEvent<unknown>) => {
        if (event.source === target && event.origin === origin) heard(event.data);
      };
      addEventListener('message', take);
      return () => removeEventListener('message', take);
    },
  };
}

/** Opens a window during a user gesture; null if the browser blocks it. */
export function openInspectorWindow({
  url,
  name,
  features,
}: {
  url: string;
  name: string;
  features?: string;
}): InspectorWindow | null {
  const target = window.open(url, name, features);
  if (!target) return null;
  target.focus();
  return guarded(target, new URL(url, location.href).origin);
}

/** Calls back when another window of this application requests events; returns a function that stops it. */
export function watchRequests(asked: (asker: InspectorWindow) => void): () => void {
  const take = ({ source, origin, data }: MessageEvent<unknown>) => {
    // Each window has its own `Window` class, so `instanceof` fails across windows.
    if (
      origin !== location.origin ||
      !source ||
      source === window ||
      !('closed' in source) ||
      typeOf(data) !== statelyMessages.listening
    )
      return;
    asked(guarded(source, origin));
  };
  addEventListener('message', take);
  return () => removeEventListener('message', take);
}

/** The window that opened this one, if it belongs to this application; otherwise null. */
export function findOpener(): InspectorWindow | null {
  const opener = window.opener as Window | null;
  return opener ? guarded(opener, location.origin) : null;
}

/** The type that a message claims; messages can have any form. */
export const typeOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : null;

export const isOnline = (): boolean => navigator.onLine;

/** Calls back when the page is left or reloaded; returns a function that stops it. */
export function watchLeaving(leaving: () => void): () => void {
  addEventListener('pagehide', leaving);
  return () => removeEventListener('pagehide', leaving);
}
