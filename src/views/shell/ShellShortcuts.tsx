import { useSelector } from '@xstate/react';
import { shortcutIds, shortcuts as table, type ShortcutDefinition, type ShortcutId } from '../../contract/shortcuts.ts';
import { selectPalette, selectShortcuts, selectShortcutSheet } from '../../machines/app/app.selectors.ts';
import { goTo } from '../../router/location.ts';
import { matchRoute } from '../../router/matchRoute.ts';
import { useApp } from '../app.context.ts';
import { useShortcut } from '../useShortcut.ts';
import { ChordHint } from './ChordHint.tsx';

const places = shortcutIds.flatMap((id) => {
  const { to }: ShortcutDefinition = table[id];
  return to === undefined ? [] : [{ id, to }];
});

/** Where a shortcut leads from here; null where it leads nowhere, or the application has no such place. */
function addressOf(pattern: string, ref: string | null): string | null {
  if (ref === null && pattern.includes(':ref')) return null;
  const address = pattern.replace(':ref', encodeURIComponent(ref ?? ''));
  return matchRoute(address) === null ? null : address;
}

function PlaceShortcut({ id, to }: { id: ShortcutId; to: string | null }) {
  useShortcut(id, to === null ? null : () => goTo(to));
  return null;
}

/** The shortcuts of every page: the palette, the sheet, and the ways between the parts of a project. */
export function ShellShortcuts({ projectRef }: { projectRef: string | null }) {
  const app = useApp();
  const palette = useSelector(app, selectPalette);
  const sheet = useSelector(app, selectShortcutSheet);
  const shortcuts = useSelector(app, selectShortcuts);
  useShortcut('palette', palette ? () => palette.send({ type: 'palette.opened' }) : null);
  useShortcut('sheet', sheet ? () => sheet.send({ type: 'overlay.opened' }) : null);
  return (
    <>
      {places.map(({ id, to }) => <PlaceShortcut key={id} id={id} to={addressOf(to, projectRef)} />)}
      {shortcuts && <ChordHint shortcuts={shortcuts} />}
    </>
  );
}
