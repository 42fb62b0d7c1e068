import {
  selectPalette,
  selectShortcuts,
  selectShortcutSheet,
} from '../../machines/app/workspace/workspace.selectors.ts';
import { goTo } from '../../router/location.ts';
import { shortcutIds, shortcuts, type ShortcutId } from '../../router/shortcuts.ts';
import type { PageHref } from '../parts/usePageHref.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
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
  const palette = useWorkspace(selectPalette);
  const sheet = useWorkspace(selectShortcutSheet);
  const listener = useWorkspace(selectShortcuts);
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
