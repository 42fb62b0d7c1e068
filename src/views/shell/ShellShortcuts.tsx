import { useSelector } from '@xstate/react';
import { selectPalette, selectShortcuts, selectShortcutSheet } from '../../machines/app/app.selectors.ts';
import { goTo } from '../../router/location.ts';
import { shortcutIds, shortcuts, type ShortcutId } from '../../router/shortcuts.ts';
import { useApp } from '../parts/app.context.ts';
import type { PageHref } from '../parts/usePageHref.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { ChordHint } from './ChordHint.tsx';

const openPages = shortcutIds.flatMap((id) => {
  const { page } = shortcuts[id];
  return page === undefined ? [] : [{ id, page }];
});

function PageShortcut({ id, to }: { id: ShortcutId; to: string | null }) {
  useShortcut(id, to === null ? null : () => goTo(to));
  return null;
}

/** The shortcuts that work on every page: the palette, the sheet, and the pages of a project. */
export function ShellShortcuts({ projectRef, hrefOf }: { projectRef: string | undefined; hrefOf: PageHref }) {
  const app = useApp();
  const palette = useSelector(app, selectPalette);
  const sheet = useSelector(app, selectShortcutSheet);
  const listener = useSelector(app, selectShortcuts);
  useShortcut('palette', palette ? () => palette.send({ type: 'palette.toggled' }) : null);
  useShortcut('sheet', sheet ? () => sheet.send({ type: 'overlay.toggled' }) : null);
  return (
    <>
      {openPages.map(({ id, page }) => (
        <PageShortcut key={id} id={id} to={hrefOf(page, { ref: projectRef })} />
      ))}
      {listener && <ChordHint shortcuts={listener} />}
    </>
  );
}
