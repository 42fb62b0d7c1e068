import { useSelector } from '@xstate/react';
import {
  shortcutIds,
  shortcuts as table,
  type ShortcutDefinition,
  type ShortcutId,
} from '../../contract/shell/shortcuts.ts';
import { selectPalette, selectShortcuts, selectShortcutSheet } from '../../machines/app/app.selectors.ts';
import { goTo } from '../../router/location.ts';
import { matchRoute } from '../../router/matchRoute.ts';
import type { RouteName } from '../../router/routes.ts';
import { useApp } from '../parts/app.context.ts';
import type { Offers } from '../parts/useOffers.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { ChordHint } from './ChordHint.tsx';

const places = shortcutIds.flatMap((id) => {
  const { to }: ShortcutDefinition = table[id];
  return to === undefined ? [] : [{ id, to }];
});

/** Where a shortcut leads from here; null where it leads nowhere, or the application has no such place for this user. */
function addressOf(pattern: string, ref: string | null, offers: Offers): string | null {
  if (ref === null && pattern.includes(':ref')) return null;
  const address = pattern.replace(':ref', encodeURIComponent(ref ?? ''));
  const route = matchRoute(address);
  return route !== null && offers(route.name as RouteName) ? address : null;
}

function PlaceShortcut({ id, to }: { id: ShortcutId; to: string | null }) {
  useShortcut(id, to === null ? null : () => goTo(to));
  return null;
}

/** The shortcuts of every page: the palette, the sheet, and the ways between the parts of a project. */
export function ShellShortcuts({ projectRef, offers }: { projectRef: string | null; offers: Offers }) {
  const app = useApp();
  const palette = useSelector(app, selectPalette);
  const sheet = useSelector(app, selectShortcutSheet);
  const shortcuts = useSelector(app, selectShortcuts);
  useShortcut('palette', palette ? () => palette.send({ type: 'palette.toggled' }) : null);
  useShortcut('sheet', sheet ? () => sheet.send({ type: 'overlay.toggled' }) : null);
  return (
    <>
      {places.map(({ id, to }) => (
        <PlaceShortcut key={id} id={id} to={addressOf(to, projectRef, offers)} />
      ))}
      {shortcuts && <ChordHint shortcuts={shortcuts} />}
    </>
  );
}
