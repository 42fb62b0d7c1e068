import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { stateNodesOf, transitionsOf } from './statechart.ts';

/** A state as a drawing needs it. Ids are XState's, so that a snapshot's active states can be found. */
export interface DrawnState {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history' | 'deepHistory';
  parent: string | null;
  /** In document order. */
  children: readonly string[];
  /** The initial child. */
  initial: string | null;
  description: string | null;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  invokes: readonly { id: string; src: string }[];
}

/** What triggers a transition: the name is the event's, the delay's or the actor's. */
interface Trigger {
  kind: 'event' | 'after' | 'always' | 'done' | 'answers' | 'fails' | 'reports';
  name: string;
}

export interface DrawnTransition {
  /** As `transitionKey` gives it. */
  key: string;
  source: string;
  /** Empty when the state does not change. */
  targets: readonly string[];
  trigger: Trigger;
  guard: string | null;
  actions: readonly string[];
  reenter: boolean;
  /** Reason for the transition. */
  description: string | null;
  /** Reason why no generated path takes it. */
  waiver: string | null;
}

/** A chart as plain data, for documents and the inspector. */
export interface Drawing {
  id: string;
  description: string | null;
  /** The root first, in document order. */
  states: readonly DrawnState[];
  transitions: readonly DrawnTransition[];
}

/** Fields of XState's action and guard helpers that describe their effect. */
interface Helper {
  name?: string;
  type?: string;
  params?: unknown;
  event?: unknown;
  to?: unknown;
  delay?: unknown;
  src?: unknown;
  id?: unknown;
  sendId?: unknown;
  actorRef?: unknown;
  guards?: readonly unknown[];
  check?: { name: string };
  stateValue?: unknown;
}

const computed = '…';

const wordFor = (value: unknown): string => (typeof value === 'string' ? value : computed);

const eventName = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? wordFor(event.type) : computed;

/** Literal parameters, as far as they are text: `goTo signIn`, `storePin pinned`. */
function paramWords(params: unknown): string {
  if (typeof params !== 'object' || params === null) return '';
  return Object.entries(params)
    .flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'string' || typeof value === 'number') return [String(value)];
      if (typeof value === 'boolean') return [value ? name : `not ${name}`];
      return Array.isArray(value) && value.every((part) => typeof part === 'string') ? [value.join(' or ')] : [];
    })
    .join(', ');
}

const withParams = (name: string, params: unknown): string => [name, paramWords(params)].filter(Boolean).join(' ');

const isAfter = (name: unknown): boolean => typeof name === 'string' && name.startsWith('xstate.after.');

function actionName(action: unknown): string | null {
  if (typeof action === 'string') return action;
  const helper = action as Helper;
  const later = helper.delay === undefined ? '' : ` after ${wordFor(helper.delay)}`;
  switch (helper.type) {
    case undefined:
      return helper.name || computed;
    case 'xstate.sendTo':
      return `send ${eventName(helper.event)} to ${wordFor(helper.to)}${later}`;
    // XState's internal name of `after`, which the transition repeats.
    case 'xstate.raise':
      return isAfter(eventName(helper.event)) ? null : `raise ${eventName(helper.event)}${later}`;
    case 'xstate.emit':
      return `emit ${eventName(helper.event)}`;
    case 'xstate.cancel':
      return isAfter(helper.sendId) ? null : `cancel ${wordFor(helper.sendId)}`;
    case 'xstate.spawnChild':
      return `start ${wordFor(helper.src)}`;
    case 'xstate.stopChild':
      return `stop ${wordFor(helper.actorRef)}`;
    case 'xstate.assign':
      return 'assign';
    case 'xstate.enqueueActions':
      return computed;
    default:
      return withParams(helper.type, helper.params);
  }
}

const namesOf = (actions: readonly unknown[]): string[] => actions.map(actionName).filter((name) => name !== null);

const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}.${valueText(inner)}`)
        .join(' and ')
    : String(value);

function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  const { type, params, name, guards, check, stateValue } = guard as Helper;
  if (stateValue !== undefined) return `in ${valueText(stateValue)}`;
  if (!guards) return type === undefined ? name || computed : withParams(type, params);
  const parts = guards.map((part) => guardName(part) ?? computed);
  if (check?.name === 'checkNot') return `not ${parts.join('')}`;
  return parts
    .map((part) => (/ (?:and|or) /.test(part) ? `(${part})` : part))
    .join(check?.name === 'checkOr' ? ' or ' : ' and ');
}

function triggerOf({ eventType, source }: AnyTransitionDefinition, isAlways: boolean): Trigger {
  const type: string = eventType;
  if (isAlways) return { kind: 'always', name: '' };
  const node: AnyStateNode = source;
  if (type.startsWith('xstate.after.'))
    return { kind: 'after', name: type.slice('xstate.after.'.length, -node.id.length - 1) };
  if (type.startsWith('xstate.done.state.')) return { kind: 'done', name: type.slice('xstate.done.state.'.length) };
  const [, how, actor] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(type) ?? [];
  if (actor === undefined) return { kind: 'event', name: type };
  return { kind: how === 'done.actor' ? 'answers' : how === 'snapshot' ? 'reports' : 'fails', name: actor };
}

const sourceName = (src: unknown): string => (typeof src === 'string' ? src : computed);

function stateOf(node: AnyStateNode): DrawnState {
  const children = Object.values(node.states);
  const [initial] = node.type === 'compound' ? node.initial.target : [];
  return {
    id: node.id,
    key: node.key,
    type: node.type === 'history' && node.history === 'deep' ? 'deepHistory' : node.type,
    parent: node.parent?.id ?? null,
    children: children.map(({ id }) => id),
    initial: initial?.id ?? null,
    description: node.description ?? null,
    tags: node.tags,
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: sourceName(src) })),
  };
}

function drawnTransition({ key, definition }: { key: string; definition: AnyTransitionDefinition }): DrawnTransition {
  const source: AnyStateNode = definition.source;
  const waiver: unknown = definition.meta?.['waiver'];
  return {
    key,
    source: source.id,
    targets: definition.target?.map((target: AnyStateNode) => target.id) ?? [],
    trigger: triggerOf(definition, source.always?.includes(definition) ?? false),
    guard: guardName(definition.guard),
    actions: namesOf(definition.actions),
    reenter: definition.reenter,
    description: definition.description ?? null,
    waiver: typeof waiver === 'string' ? waiver : null,
  };
}

/** The machine's chart as plain data. */
export function drawingOf(machine: AnyStateMachine): Drawing {
  return {
    id: machine.id,
    description: machine.root.description ?? null,
    states: stateNodesOf(machine).map(stateOf),
    transitions: transitionsOf(machine).map(drawnTransition),
  };
}

/** A trigger as text: `query.changed`, `after debounce`, `search answers`. */
export function triggerText({ kind, name }: Trigger): string {
  switch (kind) {
    case 'event':
      return name;
    case 'after':
      return `after ${name}`;
    case 'always':
      return 'at once';
    case 'done':
      return 'when done';
    case 'answers':
    case 'fails':
    case 'reports':
      return `${name} ${kind}`;
  }
}
