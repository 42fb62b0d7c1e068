import { useSelector } from '@xstate/react';
import { useId, useLayoutEffect, useRef } from 'react';
import { selectShortcuts } from '../../machines/app/workspace/workspace.selectors.ts';
import { selectIsOn, selectKeys } from '../../machines/shell/shortcuts/shortcuts.selectors.ts';
import type { ShortcutId } from '../../router/shortcuts.ts';
import { useWorkspace } from './useWorkspace.ts';

/** There is no listener while the user is signed out, and on pages without the shell. */
const useListener = () => useWorkspace(selectShortcuts);

/**
 * Handles a shortcut while the view is shown; a null handler disables it and hides it from the sheet. With `inDialog`
 * it works inside the open dialog, where the page's shortcuts are off.
 */
export function useShortcut(id: ShortcutId, handler: (() => void) | null, { inDialog = false } = {}): void {
  const shortcuts = useListener();
  const by = useId();
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const isAnswered = handler !== null;
  // As soon as the view can be seen: an effect after painting would miss a key pressed before it.
  useLayoutEffect(() => {
    if (!shortcuts || !isAnswered) return undefined;
    const { unsubscribe } = shortcuts.on('shortcut.fired', (fired) => {
      if (fired.by === by) latest.current?.();
    });
    shortcuts.send({ type: 'handler.registered', handler: { id, by, inDialog } });
    return () => {
      unsubscribe();
      // Signing out stops the listener before the views unmount.
      if (shortcuts.getSnapshot().status === 'active') shortcuts.send({ type: 'handler.withdrawn', by });
    };
  }, [shortcuts, id, by, inDialog, isAnswered]);
}

/** The keys of a shortcut, such as `Mod+K`, to be shown beside its command; undefined where it does nothing. */
export function useShortcutKeys(id: ShortcutId): string | undefined {
  const shortcuts = useListener();
  return useSelector(shortcuts, (snapshot) => (snapshot ? selectKeys(snapshot, id) : null)) ?? undefined;
}

/** For components that handle their keys themselves, such as an editor: whether the user has left them enabled. */
export function useIsShortcutOn(id: ShortcutId): boolean {
  const shortcuts = useListener();
  return useSelector(shortcuts, (snapshot) => snapshot === undefined || selectIsOn(snapshot, id));
}
