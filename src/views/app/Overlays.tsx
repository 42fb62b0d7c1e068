import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import type { ActorRefFrom } from 'xstate';
import { selectPalette, selectShortcutSheet } from '../../machines/app/workspace/workspace.selectors.ts';
import type { overlayMachine } from '../../machines/parts/overlay/overlay.machine.ts';
import { selectIsOpen, selectName } from '../../machines/parts/overlay/overlay.selectors.ts';
import type { paletteMachine } from '../../machines/shell/palette/palette.machine.ts';
import { selectIsOpen as selectIsPaletteOpen } from '../../machines/shell/palette/palette.selectors.ts';
import type { ScreenViews } from '../parts/screenViews.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { PageTips } from '../ui/PageTips.tsx';

type Views = Pick<ScreenViews, 'viewOf'>;

/** An overlay, once it has loaded. */
export function Overlay({ overlay, views }: { overlay: ActorRefFrom<typeof overlayMachine>; views: Views }) {
  const isOpen = useSelector(overlay, selectIsOpen);
  const name = useSelector(overlay, selectName);
  return isOpen ? createElement(views.viewOf(name), { flow: overlay }) : null;
}

export function PaletteOverlay({ palette, views }: { palette: ActorRefFrom<typeof paletteMachine>; views: Views }) {
  return useSelector(palette, selectIsPaletteOpen)
    ? createElement(views.viewOf('palette'), { flow: palette, views })
    : null;
}

/** The overlays that a signed-in user can open from any page, and the tips of all of them. */
export default function Overlays({ views }: { views: Views }) {
  const palette = useWorkspace(selectPalette);
  const sheet = useWorkspace(selectShortcutSheet);
  return (
    <>
      <PageTips />
      {palette && <PaletteOverlay palette={palette} views={views} />}
      {sheet && <Overlay overlay={sheet} views={views} />}
    </>
  );
}
