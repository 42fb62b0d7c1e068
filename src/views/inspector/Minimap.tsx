import { useEffect, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { css } from 'styled-system/css';
import { isOpenGroup, type Picture } from '../../inspector/chart/picture.ts';

// Beside the states, none of which it may cover.
const column = css({
  display: 'flex',
  alignItems: 'end',
  flexShrink: '0',
  padding: '2',
  borderLeft: 'hairline',
  background: 'surface',
  smDown: { display: 'none' },
});
const frame = css({
  padding: '1',
  border: 'hairline',
  background: 'raised',
  borderRadius: 'medium',
  cursor: 'pointer',
  touchAction: 'none',
});
const box = css({ fill: '[none]', stroke: 'border', vectorEffect: 'non-scaling-stroke' });
const activeBox = css({ fill: 'accent', stroke: '[none]' });
const shownArea = css({ fill: 'accent/16', stroke: 'accent', vectorEffect: 'non-scaling-stroke' });

/** The longer side, in pixels: a third of what is in view, so that it leaves the states free. */
const longestIn = ({ width, height }: Room): number => Math.min(140, Math.max(72, Math.min(width, height) / 3));

interface Room {
  width: number;
  height: number;
}

interface MinimapProps {
  picture: Picture;
  /** Ids of the active states. */
  active: ReadonlySet<string>;
  /** The element that scrolls the picture. */
  container: RefObject<HTMLElement | null>;
  /** Its size in pixels. */
  room: Room;
  /** Pixels per unit of the picture. */
  scale: number;
  onMoved: () => void;
}

/**
 * The whole chart, small, with the part of it that is in view: pressing and dragging there scrolls. Screen readers and
 * keys have the states themselves.
 */
export function Minimap({ picture, active, container, room, scale, onMoved }: MinimapProps) {
  const { width, height, states } = picture;
  const view = useRef<SVGRectElement>(null);

  // Drawn without React: it moves with every frame of a scroll.
  const place = () => {
    const element = container.current;
    const drawn = element?.querySelector('svg[data-picture]')?.getBoundingClientRect();
    if (!element || !drawn || !view.current) return;
    const edge = element.getBoundingClientRect();
    view.current.setAttribute('x', String((edge.left - drawn.left) / scale));
    view.current.setAttribute('y', String((edge.top - drawn.top) / scale));
    view.current.setAttribute('width', String(element.clientWidth / scale));
    view.current.setAttribute('height', String(element.clientHeight / scale));
  };
  useLayoutEffect(place);
  useEffect(() => {
    const element = container.current;
    element?.addEventListener('scroll', place, { passive: true });
    return () => element?.removeEventListener('scroll', place);
  });

  const scrollTo = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const element = container.current;
    const drawn = element?.querySelector('svg[data-picture]')?.getBoundingClientRect();
    if (!element || !drawn) return;
    const map = currentTarget.getBoundingClientRect();
    const edge = element.getBoundingClientRect();
    const x = drawn.left + ((clientX - map.left) / map.width) * width * scale;
    const y = drawn.top + ((clientY - map.top) / map.height) * height * scale;
    element.scrollBy(x - edge.left - element.clientWidth / 2, y - edge.top - element.clientHeight / 2);
    onMoved();
  };

  const ratio = longestIn(room) / Math.max(width, height);
  return (
    <div className={column}>
      <div className={frame} aria-hidden data-minimap>
        <svg
          width={width * ratio}
          height={height * ratio}
          viewBox={`0 0 ${width} ${height}`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            scrollTo(event);
          }}
          onPointerMove={(event) => {
            if (event.buttons > 0) scrollTo(event);
          }}
        >
          {states.map(({ id, x, y, width: wide, height: high }) => (
            <rect key={id} className={box} x={x} y={y} width={wide} height={high} />
          ))}
          {states
            .filter((state) => active.has(state.id) && !isOpenGroup(state))
            .map(({ id, x, y, width: wide, height: high }) => (
              <rect key={id} className={activeBox} x={x} y={y} width={wide} height={high} />
            ))}
          <rect ref={view} className={shownArea} />
        </svg>
      </div>
    </div>
  );
}
