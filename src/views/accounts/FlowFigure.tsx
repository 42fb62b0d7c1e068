import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import { activeIn, flowPictureOf, sizes } from './flowPicture.ts';

const figure = css({ display: 'grid', gap: '6', marginTop: '8', width: 'full', maxWidth: 'dialog.medium' });
// Styled as a whole, because the sign-in page's code is counted and its styles come in another file.
const drawing = css({
  // A small chart keeps its size, so that all of them have the same letters.
  maxWidth: 'full',
  height: 'auto',
  marginInline: 'auto',
  // A tall chart must not make the page longer than its form does.
  maxHeight: '[calc(100dvh - 16rem)]',
  overflow: 'visible',
  strokeWidth: '[1.5]',
  '& text': { textStyle: 'mono', fill: 'muted', textAnchor: 'middle', dominantBaseline: 'central' },
  '& rect': { fill: 'surface', stroke: 'border', transitionProperty: '[fill, stroke]', transitionDuration: 'slow' },
  '& path': { fill: '[none]', stroke: 'edge', transitionProperty: '[stroke]', transitionDuration: 'slow' },
  '& g text': { fill: 'text' },
  '& [data-active] rect': { fill: 'accentSubtle', stroke: 'accent' },
  '& [data-active] text': { fill: 'accent' },
  '& path[data-active]': { stroke: 'accent' },
});
const caption = css({ color: 'muted', textAlign: 'center', textWrap: 'balance' });

/** The chart of the flow on this page, drawn from its machine; its active states and its last transition stand out. */
export function FlowFigure({ flow }: { flow: ActorRefFrom<AnyStateMachine> }) {
  const [{ width, height, regions, edges, states }] = useState(() => flowPictureOf(flow.getSnapshot().machine));
  const active = useSelector(flow, activeIn);
  const [step, setStep] = useState({ active, before: '' });
  if (step.active !== active) setStep({ active, before: step.active });
  const isIn = (ids: string, id: string): true | undefined => ids.split(' ').includes(id) || undefined;
  return (
    <figure className={figure}>
      <svg className={drawing} width={width} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {edges.map(({ from, to, d }) => (
          <path key={d} data-active={isIn(step.before, from) && isIn(active, to)} d={d} />
        ))}
        {regions.map(({ name, x }) => (
          <text key={name} x={x} y={16}>
            {name}
          </text>
        ))}
        {states.map(({ id, name, x, y }) => (
          <g key={id} data-active={isIn(active, id)}>
            <rect x={x - sizes.width / 2} y={y} width={sizes.width} height={sizes.height} rx={8} />
            <text x={x} y={y + sizes.height / 2}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className={caption}>Every flow is a statechart. This is the one behind this form.</figcaption>
    </figure>
  );
}
