import { useSelector } from '@xstate/react';
import Expand from 'lucide-react/icons/expand';
import PanelBottom from 'lucide-react/icons/panel-bottom';
import PanelRight from 'lucide-react/icons/panel-right';
import X from 'lucide-react/icons/x';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { DockPlace } from '../../contract/inspector.ts';
import { selectInspector, selectIsDocked, selectPlace } from '../../machines/inspectorDock/inspectorDock.selectors.ts';
import { href } from '../../router/href.ts';
import { css, cx } from 'styled-system/css';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DockEdge } from './DockEdge.tsx';
import type { Inspection } from './inspection.context.ts';
import { Inspector } from './Inspector.tsx';
import type { InspectorActor } from './useScene.ts';

const panel = css({ position: 'fixed', zIndex: 'sheet', background: 'surface', boxShadow: 'float', display: 'flex', minWidth: '0', minHeight: '0' });
const sides: Record<DockPlace['side'], string> = {
  bottom: css({ insetInline: '0', insetBlockEnd: '0', flexDirection: 'column', borderTop: 'hairline' }),
  right: css({ insetBlock: '0', insetInlineEnd: '0', flexDirection: 'row', borderInlineStart: 'hairline' }),
};
const body = css({ flex: '1', minWidth: '0', minHeight: '0', outline: 'none' });

/** The rest of the page keeps clear of the panel: the stylesheet reads how much of the window that is. */
function useClearance({ side, share }: DockPlace): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(side === 'bottom' ? '--dock-height' : '--dock-width', `${share * 100}${side === 'bottom' ? 'dvh' : 'dvw'}`);
    return () => {
      style.removeProperty('--dock-height');
      style.removeProperty('--dock-width');
    };
  }, [side, share]);
}

interface DockPanelProps extends Pick<Inspection, 'source' | 'teller'> {
  inspector: InspectorActor;
  place: DockPlace;
  onMoved: (side: DockPlace['side']) => void;
  onResized: (share: number) => void;
  onClosed: () => void;
}

/** The inspector at an edge of the window. */
function DockPanel({ source, teller, inspector, place, onMoved, onResized, onClosed }: DockPanelProps) {
  const { side, share } = place;
  const inner = useRef<HTMLDivElement>(null);
  useClearance(place);
  useEffect(() => {
    const before = document.activeElement;
    inner.current?.focus();
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, []);
  const size = side === 'bottom' ? { height: `${share * 100}dvh` } : { width: `${share * 100}dvw` };
  return (
    <section className={cx(panel, sides[side])} style={size} aria-label="Flow inspector" data-side={side}>
      <DockEdge side={side} share={share} onMoved={onResized} />
      <div ref={inner} className={body} tabIndex={-1}>
        <ErrorBoundary>
          <Inspector
            inspector={inspector} source={source} teller={teller}
            controls={(
              <>
                <ButtonLink size="small" variant="text" href={href('flows')} icon={<Expand aria-hidden />}>Full page</ButtonLink>
                {side === 'bottom'
                  ? <IconButton size="small" variant="text" label="Move to the right" icon={<PanelRight />} onClick={() => onMoved('right')} />
                  : <IconButton size="small" variant="text" label="Move to the bottom" icon={<PanelBottom />} onClick={() => onMoved('bottom')} />}
                <IconButton size="small" variant="text" label="Close the inspector" icon={<X />} onClick={onClosed} />
              </>
            )}
          />
        </ErrorBoundary>
      </div>
    </section>
  );
}

/** The panel, where it is open. */
export default function Dock({ dock, source, teller }: Inspection) {
  const docked = useSelector(dock, selectIsDocked);
  const place = useSelector(dock, selectPlace);
  const inspector = useSelector(dock, selectInspector);
  if (!docked || !inspector) return null;
  return (
    <DockPanel
      source={source} teller={teller} inspector={inspector} place={place}
      onMoved={(side) => dock.send({ type: 'dock.moved', side })}
      onResized={(share) => dock.send({ type: 'dock.resized', share })}
      onClosed={() => dock.send({ type: 'dock.toggled' })}
    />
  );
}
