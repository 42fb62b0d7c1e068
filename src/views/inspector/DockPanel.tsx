import { useSelector } from '@xstate/react';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Minimize2 from 'lucide-react/icons/minimize-2';
import PanelBottom from 'lucide-react/icons/panel-bottom';
import PanelRight from 'lucide-react/icons/panel-right';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { css, cx } from 'styled-system/css';
import { dockLimits, type DockPosition } from '../../contract/inspector/inspector.ts';
import {
  selectInspector,
  selectIsAsked,
  selectIsDocked,
  selectIsMaximized,
  selectIsNarrow,
  selectPosition,
  selectSide,
} from '../../machines/inspector/inspectorDock/inspectorDock.selectors.ts';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DockEdge } from './DockEdge.tsx';
import type { Inspection } from './inspection.context.ts';
import { Inspector } from './Inspector.tsx';
import type { InspectorActor } from './useSystemView.ts';

/** The element that holds every page of the application, and none of its dialogs. */
const pageId = 'root';

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
const maximized = css({ inset: '0', width: 'full', height: 'full', flexDirection: 'column' });
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

/**
 * Keeps the focus out of the page while the panel covers it, and gives way to what opens beside the page, such as a
 * dialog.
 */
function useCover(inner: RefObject<HTMLElement | null>, isMaximized: boolean, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  useLayoutEffect(() => {
    const own = inner.current;
    if (!isMaximized || !own) return undefined;
    const page = document.getElementById(pageId);
    page?.toggleAttribute('inert', true);
    const focused = (event: FocusEvent) => {
      if (!own.contains(event.target as Node)) leave();
    };
    document.addEventListener('focusin', focused);
    // An open dialog keeps the focus: it takes it back at once, and stays in sight.
    if (!own.contains(document.activeElement)) own.focus();
    return () => {
      document.removeEventListener('focusin', focused);
      page?.toggleAttribute('inert', false);
    };
  }, [inner, isMaximized]);
}

interface DockPanelProps extends Pick<Inspection, 'source' | 'publisher'> {
  inspector: InspectorActor;
  position: DockPosition;
  /** Whether the user has just opened it. */
  asked: boolean;
  /** Whether the window has room only at the bottom. */
  isNarrow: boolean;
  /** Whether it covers the page. */
  isMaximized: boolean;
  onMaximized: (isMaximized: boolean) => void;
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
  isMaximized,
  onMaximized,
  onMoved,
  onResized,
  onClosed,
}: DockPanelProps) {
  const { side, share } = position;
  const panelRef = useRef<HTMLElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useClearance(position);
  useLayoutEffect(() => panelRef.current?.showPopover(), []);
  useCover(inner, isMaximized, () => onMaximized(false));
  useEffect(() => {
    const before = document.activeElement;
    if (asked) inner.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- where the keyboard is when it opens
  }, []);
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    // In a search field, it clears the text first.
    const isTyping = event.target instanceof HTMLInputElement && event.target.value !== '';
    if (event.key === 'Escape' && isMaximized && !isTyping && !event.defaultPrevented) onMaximized(false);
  };
  // Beside the page, which is inert while the panel covers it.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a shortcut for its button
    <section
      ref={panelRef}
      popover="manual"
      className={cx(panel, isMaximized ? maximized : sides[side])}
      aria-label="Flow inspector"
      data-part="inspector"
      data-side={side}
      onKeyDown={pressed}
    >
      {!isMaximized && <DockEdge side={side} share={share} onMoved={onResized} />}
      <div ref={inner} className={body} tabIndex={-1}>
        <ErrorBoundary>
          <Inspector
            inspector={inspector}
            source={source}
            publisher={publisher}
            controls={
              <>
                <IconButton
                  size="small"
                  variant="text"
                  label={isMaximized ? 'Restore panel' : 'Maximize panel'}
                  icon={isMaximized ? <Minimize2 /> : <Maximize2 />}
                  onClick={() => onMaximized(!isMaximized)}
                />
                {!isNarrow &&
                  !isMaximized &&
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
    </section>,
    document.body,
  );
}

/** The panel, while it is open. */
export default function Dock({ dock, source, publisher }: Inspection) {
  const docked = useSelector(dock, selectIsDocked);
  const { share } = useSelector(dock, selectPosition);
  const side = useSelector(dock, selectSide);
  const isNarrow = useSelector(dock, selectIsNarrow);
  const isMaximized = useSelector(dock, selectIsMaximized);
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
      isMaximized={isMaximized}
      onMaximized={(to) => dock.send({ type: to ? 'dock.maximized' : 'dock.restored' })}
      onMoved={(to) => dock.send({ type: 'dock.moved', side: to })}
      onResized={(to) => dock.send({ type: 'dock.resized', share: to })}
      onClosed={() => dock.send({ type: 'dock.toggled' })}
    />
  );
}
