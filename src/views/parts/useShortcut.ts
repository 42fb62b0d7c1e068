import { useSelector } from '@xstate/react';
import { use, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { selectShortcuts } from '../../machines/app/app.selectors.ts';
import { selectIsOn, selectKeys } from '../../machines/shell/shortcuts/shortcuts.selectors.ts';
import type { ShortcutId } from '../../router/shortcuts.ts';
import { AppContext } from './app.context.ts';

/** Nobody listens while nobody is signed in, and where a view stands alone. */
function useListener() {
  const app = use(AppContext) ?? undefined;
  return useSelector(app, (snapshot) => snapshot && selectShortcuts(snapshot));
}

/**
 * Answers a shortcut for as long as the view is shown; with null in place of the handler it cannot be answered now, and is
 * not offered. With `inDialog` it is answered inside the dialog that is open, where the page's shortcuts rest.
 */
export function useShortcut(id: ShortcutId, handler: (() => void) | null, { inDialog = false } = {}): void {
  const shortcuts = useListener();
  const by = useId();
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const isAnswered = handler !== null;
  useEffect(() => {
    if (!shortcuts || !isAnswered) return undefined;
    const { unsubscribe } = shortcuts.on('shortcut.fired', (fired) => {
      if (fired.by === by) latest.current?.();
    });
    shortcuts.send({ type: 'handler.registered', handler: { id, by, inDialog } });
    return () => {
      unsubscribe();
      // Whoever signs out takes the listener away before the views.
      if (shortcuts.getSnapshot().status === 'active') shortcuts.send({ type: 'handler.withdrawn', by });
    };
  }, [shortcuts, id, by, inDialog, isAnswered]);
}

/** How a shortcut is pressed, as `Mod+K`, to be shown beside what it does; undefined where it would do nothing. */
export function useShortcutKeys(id: ShortcutId): string | undefined {
  const shortcuts = useListener();
  return useSelector(shortcuts, (snapshot) => (snapshot ? selectKeys(snapshot, id) : null)) ?? undefined;
}

/** For what listens to its keys itself, as an editor does: whether the user has left them on. */
export function useIsShortcutOn(id: ShortcutId): boolean {
  const shortcuts = useListener();
  return useSelector(shortcuts, (snapshot) => snapshot === undefined || selectIsOn(snapshot, id));
}
