import { StateMachine, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate';
import { stateNodesOf, transitionsOf, type ChartTransition } from '../../src/inspector/chart/statechart.ts';

type Fields = Readonly<Record<string, unknown>>;
type Configured = Fields | ((...args: never[]) => unknown);

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const TRANSITION_KEYS = new Set(['target', 'guard', 'actions', 'reenter', 'meta', 'description']);
const INTERNAL = /^xstate\./;
const CAMEL = /^[a-z][a-zA-Z0-9]*$/;
const EVENT = /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)*\.([a-z][a-zA-Z0-9]*)$/;
/** Irregular past forms in event names; and `missing`, which has none. */
const IRREGULAR = new Set([
  'missing',
  'began',
  'begun',
  'bound',
  'broken',
  'brought',
  'built',
  'chosen',
  'come',
  'cut',
  'done',
  'drawn',
  'fallen',
  'felt',
  'forgotten',
  'found',
  'frozen',
  'given',
  'gone',
  'grown',
  'heard',
  'held',
  'hidden',
  'hit',
  'kept',
  'known',
  'left',
  'let',
  'lost',
  'made',
  'met',
  'paid',
  'put',
  'read',
  'run',
  'seen',
  'sent',
  'set',
  'shown',
  'shut',
  'split',
  'spent',
  'stuck',
  'taken',
  'thrown',
  'told',
  'undone',
  'won',
  'withdrawn',
  'worn',
  'written',
]);

/** The verb is one of the words: `query.cleanedUp`, `snippet.newRequested`. */
const isPast = (verb: string) =>
  verb
    .split(/(?=[A-Z])/)
    .some((word) => /ed$/i.test(word) || IRREGULAR.has(word.toLowerCase().replace(/^(?:over|under|re|un)(?=..)/, '')));

/** Functions that XState's helpers share between all their actions. */
const SHARED = new Set(['resolve', 'execute', 'retryResolve', 'check']);

/** Calls `visit` for every value in a part of a machine: strings, keys, action objects, functions. */
function eachWritten(value: unknown, visit: (part: string | Configured) => void): void {
  if (typeof value === 'string') visit(value);
  if (value instanceof StateMachine || !(isFields(value) || typeof value === 'function')) return;
  visit(value as Configured);
  for (const [key, part] of Object.entries(value)) {
    if (SHARED.has(key)) continue;
    visit(key);
    eachWritten(part, visit);
  }
}

/** Transitions of the config: `on`, `after`, `always`, and the ends of actors and of the state itself. */
function writtenTransitions({ config }: AnyStateNode): { at: string; transition: unknown }[] {
  const {
    on = {},
    after = {},
    always,
    onDone,
    invoke,
  } = config as { on?: Fields; after?: Fields; always?: unknown; onDone?: unknown; invoke?: unknown };
  const named = (fields: Fields, prefix: string) =>
    Object.entries(fields).flatMap(([key, list]) =>
      listOf(list).map((transition) => ({ at: `${prefix}${key}`, transition })),
    );
  return [
    ...named(on, ''),
    ...named(after, 'after '),
    ...listOf(always).map((transition) => ({ at: 'always', transition })),
    ...listOf(onDone).map((transition) => ({ at: 'onDone', transition })),
    ...listOf(invoke)
      .filter(isFields)
      .flatMap((invoked) =>
        ['onDone', 'onError', 'onSnapshot'].flatMap((key) =>
          listOf(invoked[key]).map((transition) => ({ at: `${String(invoked['id'])} ${key}`, transition })),
        ),
      ),
  ];
}

/** The names of `and`, `or`, `not` and `stateIn` already say what they check. */
const isComposed = (guard: object) => 'guards' in guard || 'stateValue' in guard;

/** Actions that send, cancel, start or stop are self-explanatory; changes of the context and computed ones are not. */
const isReadable = (action: object) =>
  'type' in action && action.type !== 'xstate.assign' && action.type !== 'xstate.enqueueActions';

const hasTransitions = (node: AnyStateNode): boolean =>
  node.transitions.size > 0 || (node.always?.length ?? 0) > 0 || Object.values(node.states).some(hasTransitions);

const isInside = (node: AnyStateNode, around: AnyStateNode): boolean =>
  node.parent !== undefined && (node.parent === around || isInside(node.parent, around));

/** The state that a transition exits and re-enters, as XState computes it. */
function domainOf({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode | undefined {
  const targets: readonly AnyStateNode[] = target;
  if (!reenter && targets.every((node) => node === source || isInside(node, source))) return source;
  let domain: AnyStateNode | undefined = source.parent;
  while (domain && !targets.every((node) => isInside(node, domain!))) domain = domain.parent;
  return domain;
}

/** Whether both can be active at once, because they are in different regions. */
const isBeside = (node: AnyStateNode, other: AnyStateNode): boolean => {
  let shared: AnyStateNode | undefined = node;
  while (shared && shared !== other && !isInside(other, shared)) shared = shared.parent;
  return shared?.type === 'parallel' && shared !== node && shared !== other;
};

const topLevel = (node: AnyStateNode): string | undefined => node.path[0];

/** Whether the state runs one of these services, which are those of the part `draft`. */
const invokes = (node: AnyStateNode, ...services: string[]): boolean =>
  node.invoke.some(({ src }) => typeof src === 'string' && services.includes(src));

/** The leaf states that a transition to this state enters. */
const enteredLeaves = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'parallel') return Object.values(node.states).flatMap(enteredLeaves);
  return node.type === 'compound' ? [...(node.initial.target ?? [])].flatMap(enteredLeaves) : [node];
};

/** The transitions that can exit this leaf state, with the leaf states that they enter. */
const waysOut = (leaf: AnyStateNode, transitions: readonly ChartTransition[]) =>
  transitions.flatMap(({ key, definition }) => {
    const { source, target } = definition;
    const domain = target && domainOf(definition);
    const isActive = source === leaf || isInside(leaf, source) || isBeside(leaf, source);
    const isLeft = domain === undefined || leaf === domain || isInside(leaf, domain);
    return target && isActive && isLeft ? [{ key, definition, entered: target.flatMap(enteredLeaves) }] : [];
  });

/**
 * Transitions that lead from typing back to `saved`, or to the draft of before, although nothing stored or deleted the
 * draft on the way: what was typed just before the form was left would be lost.
 */
function lostDrafts(machine: AnyStateMachine): string[] {
  const transitions = transitionsOf(machine);
  return stateNodesOf(machine).flatMap(({ states: { saved, unsaved, keeping } }) => {
    if (!saved || !unsaved || !keeping || !invokes(keeping, 'keepDraft')) return [];
    // A guard may find that nothing was typed.
    const isDecided = ({ source, eventType }: AnyTransitionDefinition) =>
      transitions.some(
        ({ definition: { guard, ...other } }) =>
          guard && other.source === source && other.eventType === eventType && other.target?.includes(unsaved),
      );
    const faults: string[] = [];
    const reached = new Set([unsaved]);
    for (const leaf of reached) {
      for (const { key, definition, entered } of waysOut(leaf, transitions)) {
        for (const next of entered) {
          if (next === saved && !isDecided(definition))
            faults.push(`${key}: what was typed just before would not be stored: target "${unsaved.id}"`);
          else if (invokes(next, 'loadDraft'))
            faults.push(`${key}: what was typed just before would be lost: store the draft before it is loaded`);
          else if (next !== saved && !invokes(next, 'keepDraft', 'deleteDraft')) reached.add(next);
        }
      }
    }
    return faults;
  });
}

/** Mistakes in a chart that neither TypeScript nor XState reports, and violations of the chart rules. */
export function faultsOf(machine: AnyStateMachine): string[] {
  const faults: string[] = [];
  const implementations = machine.implementations as unknown as Record<
    'actions' | 'guards' | 'delays' | 'actors',
    Fields
  >;
  const delayFault = (delay: unknown) => {
    if (typeof delay === 'string') {
      if (delay in implementations.delays) return null;
      return /^\d+$/.test(delay)
        ? `the delay ${delay} has no name`
        : `the delay "${delay}" is unknown, so it would be over at once`;
    }
    return 'a delay has no name';
  };

  const root = machine.config as { description?: string; options?: { maxIterations?: number } };
  if (!root.description) faults.push(`${machine.id}: the machine has no description: what is this flow for?`);
  if (root.options?.maxIterations === undefined)
    faults.push(
      `${machine.id}: \`options: bounded\` is missing, so a loop of transitions would never end: use \`flowSetup\``,
    );

  for (const node of stateNodesOf(machine)) {
    const say = (fault: string) => faults.push(`${node.id}: ${fault}`);
    if (node.parent && !CAMEL.test(node.key)) say('a state is named in camelCase');
    const busy = node.type === 'parallel' ? Object.values(node.states).filter(hasTransitions).length : 0;
    if (busy > 4) say(`${busy} busy regions: a fifth question is another machine`);

    for (const delay of Object.keys((node.config as { after?: Fields }).after ?? {})) {
      const fault = delayFault(delay);
      if (fault) say(fault);
    }
    for (const written of listOf((node.config as { invoke?: unknown }).invoke).filter(isFields)) {
      const name = typeof written['id'] === 'string' ? written['id'] : null;
      const src = written['src'];
      if (name === null) say(`the actor "${String(src)}" has no id`);
      if (typeof src !== 'string') say(`the actor "${name}" is written into the chart: declare it in \`setup.actors\``);
      if (written['onError'] === undefined)
        say(
          `nothing handles a failure of "${name ?? String(src)}": give it an \`onError\`, as \`onFailure\`, \`onConfirmFailure\` or \`cannotFail\``,
        );
      if ('systemId' in written) say(`"${name}" has a systemId: hand its ref on instead`);
    }
    for (const { at, transition } of writtenTransitions(node)) {
      if (typeof transition === 'string') say(`${at}: write the target as { target: '${transition}' }`);
      if (!isFields(transition)) continue;
      for (const key of Object.keys(transition))
        if (!TRANSITION_KEYS.has(key)) say(`${at}: a transition knows no "${key}"`);
      const { guard, actions } = transition;
      if (typeof guard === 'function' && !isComposed(guard)) say(`${at}: a guard has no name`);
      for (const action of listOf(actions))
        if (typeof action === 'function' && !isReadable(action)) say(`${at}: an action has no name`);
      const { waiver, ...unknown } = isFields(transition['meta']) ? transition['meta'] : {};
      for (const key of Object.keys(unknown)) say(`${at}: a transition's meta knows no "${key}"`);
      if (waiver !== undefined && (typeof waiver !== 'string' || waiver.trim().length < 12))
        say(`${at}: a waiver says why no path can take this transition`);
    }
    for (const type of node.transitions.keys()) {
      if (INTERNAL.test(type)) continue;
      if (type.includes('*')) say(`the wildcard "${type}" hides which events are handled`);
      else if (!isPast(EVENT.exec(type)?.[1] ?? ''))
        say(`the event "${type}" is not called noun.pastVerb, such as "invitation.sent"`);
    }
  }

  for (const { key, definition } of transitionsOf(machine)) {
    const { source, target, guard, description } = definition;
    const domain = target && domainOf(definition);
    if (domain?.type === 'parallel' && target!.length < Object.keys(domain.states).length) {
      faults.push(
        `${key}: it ends and begins anew every region of "${domain.id}": let the region that it is about handle the event, without \`reenter\``,
      );
    }
    const crosses = target?.some((to: AnyStateNode) => topLevel(to) !== topLevel(source)) ?? false;
    if (guard && crosses && !description)
      faults.push(`${key}: a guarded way from one condition to another needs a description: why?`);
  }

  faults.push(...lostDrafts(machine));

  const written: string[] = [];
  eachWritten(
    [machine.config, ...Object.values(implementations.actions), ...Object.values(implementations.guards)],
    (part) => {
      if (typeof part === 'string') return void written.push(`"${part}"`);
      if (typeof part === 'function') written.push(String(part));
      const { type, delay, id, to } = part as { type?: unknown; delay?: unknown; id?: unknown; to?: unknown };
      if (type !== 'xstate.raise' && type !== 'xstate.sendTo') return;
      if (to === '#_parent') faults.push(`${machine.id}: sendParent: use the port from the input`);
      if (delay === undefined) return;
      const fault = delayFault(delay);
      if (fault) faults.push(`${machine.id}: ${fault}`);
      if (id === undefined) faults.push(`${machine.id}: a delayed event has no id, so nothing can cancel it`);
    },
  );
  const text = written.join('\n');
  for (const kind of ['actors', 'actions', 'guards', 'delays'] as const) {
    for (const name of Object.keys(implementations[kind])) {
      if (!new RegExp(`["'\`]${name}["'\`]`).test(text))
        faults.push(`${machine.id}: the ${kind.slice(0, -1)} "${name}" is declared and never used`);
    }
  }
  return [...new Set(faults)];
}
