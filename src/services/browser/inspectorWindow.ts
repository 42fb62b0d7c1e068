/** What a page that wants to be told says, and what it is told at the end: `@statelyai/inspect`’s own words. */
export const statelyMessages = { listening: '@statelyai.connected', over: '@statelyai.disconnected' } as const;

/** Another window, spoken to only as long as it shows a page of the one origin that it is there for. */
export interface InspectorWindow {
  post(data: unknown): void;
  isClosed(): boolean;
  /** What it shows, to be told from what it showed before; null where that is none of this application's pages. */
  shownPage(): object | null;
  /** Calls back with what it says; returns the way to stop. */
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

/** Opens a window, within a gesture of the user; null where the browser does not let it. */
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

/** Calls back when another window of this application wants to be told; returns the way to stop. */
export function watchRequests(asked: (asker: InspectorWindow) => void): () => void {
  const take = ({ source, origin, data }: MessageEvent<unknown>) => {
    // Each window has a `Window` of its own, so that none is an instance of another's.
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

/** The window that opened this one, where it is this application’s; null where there is none. */
export function findOpener(): InspectorWindow | null {
  const opener = window.opener as Window | null;
  return opener ? guarded(opener, location.origin) : null;
}

/** The type that a message says it is of, whatever it is. */
export const typeOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : null;

export const isOnline = (): boolean => navigator.onLine;

/** Calls back when the page is left or loaded anew; returns the way to stop. */
export function watchLeaving(leaving: () => void): () => void {
  addEventListener('pagehide', leaving);
  return () => removeEventListener('pagehide', leaving);
}
