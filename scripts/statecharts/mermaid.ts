import { triggerText, type Drawing, type DrawnState, type DrawnTransition } from '../../src/machines/chart/drawing.ts';

/** Mermaid ends a statement at `;` or a line break, takes `#…;` for an entity, and closes a title at `"`. */
export const safe = (label: string): string => label.replaceAll(/[;\r\n]+/g, ',').replaceAll('"', '’').replaceAll('#', '＃').replaceAll('<', '‹').replaceAll('>', '›');

/** States are told apart by their whole path: the same key may stand in two regions. */
const nameOf = (id: string): string => id.replaceAll(/\W/g, '_');

const anywhereIn = (id: string): string => `${nameOf(id)}__anywhere`;

const labelOf = ({ trigger, guard }: DrawnTransition): string => safe(guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${guard}]`);

const invokesOf = ({ invokes }: DrawnState): string[] => invokes.map(({ id, src }) => (id === src ? `invoke ${src}` : `invoke ${src} as ${id}`));

/**
 * The chart as a Mermaid state diagram, which leaves out what the table below it has: actions of transitions, and
 * transitions of a state with states inside that change nothing. Mermaid cannot draw some things as they are:
 * - history has no sign of its own: a state called H stands for it;
 * - an arrow from a state to one inside it is lost: it starts at a state called "anywhere" inside instead;
 * - an arrow to a state with states inside breaks some layouts: it leads to the one that is entered first;
 * - arrows between the same two states lie on one another: they become one with several lines.
 */
export function mermaid({ states, transitions }: Drawing): string {
  const byId = new Map(states.map((state) => [state.id, state]));
  const [root] = states;
  const isInside = (id: string, around: string): boolean => id.startsWith(`${around}.`);
  const lines = ['stateDiagram-v2'];

  /** The state that is entered first, as deep as it is one state; null where regions begin. */
  const firstIn = (id: string): string | null => {
    const { children, initial } = byId.get(id)!;
    if (children.length === 0) return id;
    return initial === null ? null : firstIn(initial);
  };

  const arrows = new Map<string, { from: string; to: string; labels: string[] }>();
  const anywhere = new Set<string>();
  const drawArrow = (transition: DrawnTransition, target: string): void => {
    const { source } = transition;
    const fromAnywhere = byId.get(source)!.children.length > 0 && (target === source || isInside(target, source));
    const isAround = target === source || isInside(source, target);
    const end = firstIn(target) ?? (isAround ? null : target);
    if (end === null) return;
    if (fromAnywhere) anywhere.add(source);
    const from = fromAnywhere ? anywhereIn(source) : nameOf(source);
    const key = `${from} ${nameOf(end)}`;
    const arrow = arrows.get(key) ?? { from, to: nameOf(end), labels: [] };
    arrows.set(key, arrow);
    arrow.labels.push(labelOf(transition));
  };
  for (const transition of transitions) for (const target of transition.targets) drawArrow(transition, target);

  const inside = (state: DrawnState, depth: number): void => {
    const say = (line: string) => lines.push(`${'  '.repeat(depth)}${line}`);
    if (anywhere.has(state.id)) say(`state "anywhere" as ${anywhereIn(state.id)}`);
    for (const [index, child] of state.children.entries()) {
      if (index > 0 && state.type === 'parallel') say('--');
      draw(byId.get(child)!, depth);
    }
    if (state.initial !== null) say(`[*] --> ${nameOf(state.initial)}`);
  };
  const draw = (state: DrawnState, depth: number): void => {
    const name = nameOf(state.id);
    const say = (line: string) => lines.push(`${'  '.repeat(depth)}${line}`);
    if (state.type === 'history' || state.type === 'deepHistory') {
      say(`state "${state.type === 'history' ? 'H' : 'H*'}" as ${name}`);
    } else if (state.children.length === 0) {
      const staying = transitions.filter(({ source, targets }) => source === state.id && targets.length === 0);
      const facts = [
        ...state.entry.map((action) => `entry / ${action}`),
        ...invokesOf(state),
        ...staying.map((transition) => [triggerText(transition.trigger), transition.guard && `[${transition.guard}]`, '/', transition.actions.join(', ') || 'nothing'].filter(Boolean).join(' ')),
        ...state.exit.map((action) => `exit / ${action}`),
      ];
      say(`state "${safe(state.key)}" as ${name}`);
      for (const fact of facts) say(`${name} : ${safe(fact)}`);
      if (state.type === 'final') say(`${name} --> [*]`);
    } else {
      say(`state "${safe([state.key, ...invokesOf(state)].join(' · '))}" as ${name} {`);
      inside(state, depth + 1);
      say('}');
    }
  };
  if (root!.type === 'parallel') draw(root!, 1);
  else inside(root!, 1);
  for (const { from, to, labels } of arrows.values()) lines.push(`  ${from} --> ${to} : ${labels.join('<br/>')}`);
  return lines.join('\n');
}
