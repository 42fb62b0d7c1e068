import { useSelector } from '@xstate/react';
import Expand from 'lucide-react/icons/expand';
import PanelBottom from 'lucide-react/icons/panel-bottom';
import PanelRight from 'lucide-react/icons/panel-right';
import X from 'lucide-react/icons/x';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { css, cx } from 'styled-system/css';
import { dockLimits, type DockPosition } from '../../contract/inspector/inspector.ts';
import {
  selectInspector,
  selectIsAsked,
  selectIsDocked,
  selectIsNarrow,
  selectPosition,
  selectSide,
} from '../../machines/inspector/inspectorDock/inspectorDock.selectors.ts';
import { href } from '../../router/href.ts';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { barText } from './barStyles.ts';
import { DockEdge } from './DockEdge.tsx';
import type { Inspection } from './inspection.context.ts';
import { Inspector } from './Inspector.tsx';
import type { InspectorActor } from './useSystemView.ts';

// In the top layer, because the page is a containing block for fixed elements.
const panel = css({
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  padding: '0',
  border: 'none',
  maxWidth: '[none]',
  maxHeight: '[none]',
  overflow: 'visible',
  background: 'surface',
  color: 'text',
  boxShadow: 'float',
  display: 'flex',
  minWidth: '0',
  minHeight: '0',
});
const sides: Record<DockPosition['side'], string> = {
  bottom: css({
    insetInline: '0',
    insetBlockEnd: '0',
    width: 'full',
    height: '[var(--dock-height)]',
    flexDirection: 'column',
  }),
  right: css({
    insetBlock: '0',
    insetInlineEnd: '0',
    width: '[var(--dock-width)]',
    height: 'full',
    flexDirection: 'row',
  }),
};
const body = css({ flex: '1', minWidth: '0', minHeight: '0', outline: 'none' });

/**
 * Keeps the rest of the page clear of the panel: the stylesheet reads its size. The page always keeps a usable part of
 * the window.
 */
function useClearance({ side, share }: DockPosition): void {
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement;
    dataset['dock'] = side;
    if (side === 'bottom')
      style.setProperty(
        '--dock-height',
        `max(${dockLimits.least.height}px, min(${share * 100}dvh, 100dvh - ${dockLimits.page.height}px))`,
      );
    else style.setProperty('--dock-width', `min(${share * 100}dvw, 100dvw - ${dockLimits.page.width}px)`);
    return () => {
      delete dataset['dock'];
      style.removeProperty('--dock-height');
      style.removeProperty('--dock-width');
    };
  }, [side, share]);
}

interface DockPanelProps extends Pick<Inspection, 'source' | 'publisher'> {
  inspector: InspectorActor;
  position: DockPosition;
  /** Whether the user has just opened it. */
  asked: boolean;
  /** Whether the window has room only at the bottom. */
  isNarrow: boolean;
  onMoved: (side: DockPosition['side']) => void;
  onResized: (share: number) => void;
  onClosed: () => void;
}

/** The docked inspector. */
function DockPanel({
  source,
  publisher,
  inspector,
  position,
  asked,
  isNarrow,
  onMoved,
  onResized,
  onClosed,
}: DockPanelProps) {
  const { side, share } = position;
  const panelRef = useRef<HTMLElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useClearance(position);
  useLayoutEffect(() => panelRef.current?.showPopover(), []);
  useEffect(() => {
    const before = document.activeElement;
    if (asked) inner.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- where the keyboard is when it opens
  }, []);
  return (
    <section
      ref={panelRef}
      popover="manual"
      className={cx(panel, sides[side])}
      aria-label="Flow inspector"
      data-part="inspector"
      data-side={side}
    >
      <DockEdge side={side} share={share} onMoved={onResized} />
      <div ref={inner} className={body} tabIndex={-1}>
        <ErrorBoundary>
          <Inspector
            inspector={inspector}
            source={source}
            publisher={publisher}
            controls={
              <>
                <ButtonLink size="small" variant="text" href={href('flows')} icon={<Expand aria-hidden />}>
                  <span className={barText}>Full page</span>
                </ButtonLink>
                {!isNarrow &&
                  (side === 'bottom' ? (
                    <IconButton
                      size="small"
                      variant="text"
                      label="Move to the right"
                      icon={<PanelRight />}
                      onClick={() => onMoved('right')}
                    />
                  ) : (
                    <IconButton
                      size="small"
                      variant="text"
                      label="Move to the bottom"
                      icon={<PanelBottom />}
                      onClick={() => onMoved('bottom')}
                    />
                  ))}
                <IconButton size="small" variant="text" label="Close the inspector" icon={<X />} onClick={onClosed} />
              </>
            }
          />
        </ErrorBoundary>
      </div>
    </section>
  );
}

/** The panel, while it is open. */
export default function Dock({ dock, source, publisher }: Inspection) {
  const docked = useSelector(dock, selectIsDocked);
  const { share } = useSelector(dock, selectPosition);
  const side = useSelector(dock, selectSide);
  const isNarrow = useSelector(dock, selectIsNarrow);
  const asked = useSelector(dock, selectIsAsked);
  const inspector = useSelector(dock, selectInspector);
  if (!docked || !inspector) return null;
  return (
    <DockPanel
      source={source}
      publisher={publisher}
      inspector={inspector}
      position={{ side, share }}
      asked={asked}
      isNarrow={isNarrow}
      onMoved={(to) => dock.send({ type: 'dock.moved', side: to })}
      onResized={(to) => dock.send({ type: 'dock.resized', share: to })}
      onClosed={() => dock.send({ type: 'dock.toggled' })}
    />
  );
}
