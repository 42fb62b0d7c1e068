import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';

interface FlowPicture {
  width: number;
  height: number;
  /** Centers of columns. */
  regions: readonly { name: string; x: number }[];
  /** Centers of upper edges. The id is the state's address in the machine, such as `form.editing`. */
  states: readonly { id: string; name: string; x: number; y: number }[];
  edges: readonly { from: string; to: string; d: string }[];
}

/** Sizes of a state in the picture's own units. */
export const sizes = { width: 132, height: 40 } as const;
const column = 252;
const row = 76;
const top = 36;

/** A state with everything inside it. */
const within = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(within)];

const targetsOf = (state: AnyStateNode): AnyStateNode[] =>
  within(state).flatMap(({ transitions, always }) =>
    [...transitions.values(), always ?? []].flat().flatMap(({ target }) => target ?? []),
  );

const idOf = ({ path }: AnyStateNode): string => path.join('.');

/** Straight down to the next state, around the right side further down, and around the left side back up. */
function lineBetween(x: number, from: number, to: number): string {
  const [start, end] = [top + from * row, top + to * row];
  if (to === from + 1) return `M${x} ${start + sizes.height}V${end}m-4 -5l4 5l4 -5`;
  const side = to > from ? 1 : -1;
  const edge = x + (side * sizes.width) / 2;
  const bow = edge + side * (16 + 11 * Math.abs(to - from));
  const [out, back] = [start + 20 + side * 8, end + 20 - side * 8];
  return `M${edge} ${out}C${bow} ${out} ${bow} ${back} ${edge} ${back}m${side * 5} -4l${side * -5} 4l${side * 5} 4`;
}

/**
 * A chart as a column of states for each of its regions, computed from the running machine, so that the picture is
 * always that of the flow.
 */
export function flowPictureOf({ root }: AnyStateMachine): FlowPicture {
  const regions = (root.type === 'parallel' ? Object.values(root.states) : [root]).map((region, index) => ({
    name: region.key,
    x: (index + 0.5) * column,
    nodes: Object.values(region.states),
  }));
  return {
    width: regions.length * column,
    height: top + Math.max(...regions.map(({ nodes }) => nodes.length)) * row - row + sizes.height + 1,
    regions,
    states: regions.flatMap(({ x, nodes }) =>
      nodes.map((node, at) => ({ id: idOf(node), name: node.key, x, y: top + at * row })),
    ),
    edges: regions.flatMap(({ x, nodes }) =>
      nodes.flatMap((from, at) => {
        const targets = targetsOf(from);
        return nodes
          .filter((to) => to !== from && within(to).some((node) => targets.includes(node)))
          .map((to) => ({ from: idOf(from), to: idOf(to), d: lineBetween(x, at, nodes.indexOf(to)) }));
      }),
    ),
  };
}

/** A parallel chart has its regions as keys, any other only its active state. */
const keyOf = (value: StateValue | undefined): string =>
  typeof value === 'string' ? value : Object.keys(value ?? {}).join('');

/** The ids of the pictured states that are active, separated by spaces: a text is cheap to compare. */
export const activeIn = ({ value, machine }: { value: StateValue; machine: AnyStateMachine }): string =>
  machine.root.type === 'parallel'
    ? Object.entries(value)
        .map(([region, inner]: [string, StateValue | undefined]) => `${region}.${keyOf(inner)}`)
        .join(' ')
    : keyOf(value);
