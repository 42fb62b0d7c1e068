import { createElement, type SVGProps } from 'react';

/** An icon as Lucide has it: elements of SVG on a square of 24. */
export type Shapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

const outline = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * A component that draws an icon. A build has it in place of Lucide's (`scripts/vite/icons.ts`), which also knows
 * sizes, colors and strokes: here they are the style sheet's. As Lucide's, an icon without a name or a role is
 * decoration.
 */
export const drawnIcon = (shapes: Shapes) => (props: SVGProps<SVGSVGElement>) =>
  createElement(
    'svg',
    {
      ...outline,
      'aria-hidden': !Object.keys(props).some((name) => /^(aria-|role$)/.test(name)) || undefined,
      ...props,
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  );
