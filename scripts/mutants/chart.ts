/** Mutations of a statechart: of the object that `createMachine` takes. */
import type { ESTree } from 'vite';
import type { Mutation } from './mutation.ts';
import {
  keyOf,
  propertyOf,
  removeFrom,
  sourceOf,
  stringOf,
  unwrap,
  walk,
  type Edit,
  type Node,
  type Source,
} from './syntax.ts';

type ObjectNode = ESTree.ObjectExpression;

interface StateNode {
  node: ObjectNode;
  /** State names from the root's child down to this state. */
  path: readonly string[];
  parent: StateNode | null;
}

const objectOf = (node: Node | undefined): ObjectNode | null => {
  const value = node && unwrap(node);
  return value?.type === 'ObjectExpression' ? value : null;
};

/** The values of a property that takes one value or an array. */
const listOf = (node: Node): readonly Node[] => {
  const value = unwrap(node);
  return value.type === 'ArrayExpression' ? value.elements.filter((element) => element !== null) : [value];
};

function substatesOf(state: StateNode): StateNode[] {
  const states = objectOf(propertyOf(state.node, 'states')?.value);
  return (states?.properties ?? []).flatMap((property) => {
    const name = keyOf(property);
    const node = property.type === 'Property' ? objectOf(property.value) : null;
    return name === null || node === null ? [] : [{ node, path: [...state.path, name], parent: state }];
  });
}

const childNamed = (state: StateNode | null, name: string): StateNode | undefined =>
  state === null ? undefined : substatesOf(state).find(({ path }) => path.at(-1) === name);

/** The name of a guard or an action, also when it is written `{ type: 'name', params }`. */
const referenceOf = (node: Node | undefined): string => {
  if (node === undefined) return '';
  return stringOf(node) ?? stringOf(propertyOf(unwrap(node), 'type')?.value) ?? '';
};

/** Identifies a transition, an invoke or an action without its description and parameters. */
function labelOf(node: Node): string {
  const value = unwrap(node.type === 'Property' ? node.value : node);
  if (value.type !== 'ObjectExpression') return referenceOf(value);
  const [guard, target, id] = ['guard', 'target', 'id'].map((name) => propertyOf(value, name)?.value);
  return [referenceOf(value), referenceOf(guard), stringOf(target) ?? '', stringOf(id) ?? '']
    .filter((part) => part !== '')
    .join('>');
}

/** The first `createMachine({ … })` in a file. */
function machineIn({ program }: Source): ObjectNode | null {
  let found: ObjectNode | null = null;
  walk(program, (node) => {
    if (found || node.type !== 'CallExpression') return;
    const { callee } = node;
    const name =
      callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : callee.type === 'Identifier'
          ? callee.name
          : null;
    if (name === 'createMachine') found = objectOf(node.arguments[0]);
  });
  return found;
}

/** Collects the mutations of one chart. */
class ChartMutations {
  readonly found: Mutation[] = [];
  private readonly source: Source;
  private readonly root: StateNode;

  constructor(source: Source, node: ObjectNode) {
    this.source = source;
    this.root = { node, path: [], parent: null };
    this.visitState(this.root);
  }

  private add(operator: string, where: string, node: Node, after: string, edits: readonly Edit[]): void {
    this.found.push({
      operator,
      where,
      before: sourceOf(this.source, node),
      after,
      label: labelOf(node),
      start: node.start,
      edits,
    });
  }

  private replace(operator: string, where: string, node: Node, after: string): void {
    this.add(operator, where, node, after, [{ start: node.start, end: node.end, text: after }]);
  }

  private dropProperty(operator: string, where: string, object: ObjectNode, property: Node): void {
    const index = object.properties.findIndex(({ start }) => start === property.start);
    this.add(operator, where, property, '', [removeFrom(object.properties, index, this.source.text)]);
  }

  /** Drops each value of a property that takes one value or an array; a single value takes the property with it. */
  private dropEach(operator: string, where: string, object: ObjectNode, property: ESTree.ObjectProperty): void {
    const value = unwrap(property.value);
    if (value.type !== 'ArrayExpression' || value.elements.length < 2) {
      if (value.type !== 'ArrayExpression' || value.elements.length === 1)
        this.dropProperty(operator, where, object, property);
      return;
    }
    const elements = value.elements.filter((element) => element !== null);
    for (const [index, element] of elements.entries()) {
      this.add(operator, where, element, '', [removeFrom(elements, index, this.source.text)]);
    }
  }

  private visitState(state: StateNode): void {
    const where = state.path.join('.') || '(root)';
    for (const property of state.node.properties) {
      if (property.type !== 'Property') continue;
      const key = keyOf(property);
      if (key === 'initial') this.changeInitial(state, property, where);
      else if (key === 'entry' || key === 'exit') this.dropEach('drop action', `${where} ${key}`, state.node, property);
      else if (key === 'tags') this.dropEach('drop tag', where, state.node, property);
      else if (key === 'type' && stringOf(property.value) === 'final')
        this.dropProperty('drop final', where, state.node, property);
      else if (key === 'on' || key === 'after') this.visitTable(state, property, where, key);
      else if (key === 'always' || key === 'onDone')
        this.visitTransitions(state, state.node, property, `${where} ${key}`);
      else if (key === 'invoke') this.visitInvokes(state, property, where);
    }
    for (const substate of substatesOf(state)) this.visitState(substate);
  }

  private changeInitial(state: StateNode, { value }: ESTree.ObjectProperty, where: string): void {
    const name = stringOf(value);
    const other = name === null ? null : this.siblingOf(state, name);
    if (other !== null) this.replace('change initial', where, value, `'${other}'`);
  }

  /** `on: { … }` and `after: { … }`. */
  private visitTable(state: StateNode, property: ESTree.ObjectProperty, where: string, kind: string): void {
    const table = objectOf(property.value);
    for (const entry of table?.properties ?? []) {
      const name = keyOf(entry);
      if (name !== null && entry.type === 'Property') {
        this.visitTransitions(state, table!, entry, `${where} ${kind === 'after' ? 'after ' : ''}${name}`);
      }
    }
  }

  private visitInvokes(state: StateNode, property: ESTree.ObjectProperty, where: string): void {
    this.dropEach('drop invoke', where, state.node, property);
    for (const value of listOf(property.value)) {
      const invoke = objectOf(value);
      if (invoke === null) continue;
      const id = stringOf(propertyOf(invoke, 'id')?.value) ?? stringOf(propertyOf(invoke, 'src')?.value) ?? 'invoke';
      for (const entry of invoke.properties) {
        const key = keyOf(entry);
        if (entry.type === 'Property' && (key === 'onDone' || key === 'onError' || key === 'onSnapshot')) {
          this.visitTransitions(state, invoke, entry, `${where} ${id} ${key}`);
        }
      }
    }
  }

  private visitTransitions(state: StateNode, owner: ObjectNode, property: ESTree.ObjectProperty, where: string): void {
    this.dropEach('remove transition', where, owner, property);
    for (const value of listOf(property.value)) {
      const transition = objectOf(value);
      if (transition !== null) this.visitTransition(state, transition, where);
    }
  }

  private visitTransition(state: StateNode, transition: ObjectNode, where: string): void {
    for (const property of transition.properties) {
      if (property.type !== 'Property') continue;
      const key = keyOf(property);
      if (key === 'target') this.changeTarget(state, transition, property, where);
      else if (key === 'guard') this.changeGuard(transition, property, where);
      else if (key === 'actions') this.dropEach('drop action', where, transition, property);
      else if (key === 'reenter') this.dropProperty('drop reenter', where, transition, property);
    }
  }

  private changeGuard(transition: ObjectNode, property: ESTree.ObjectProperty, where: string): void {
    this.dropProperty('drop guard', where, transition, property);
    const { value } = property;
    const negated = `negated(${sourceOf(this.source, value)} as never)`;
    this.add('negate guard', where, value, negated, [
      { start: 0, end: 0, text: `import { not as negated } from 'xstate';\n` },
      { start: value.start, end: value.end, text: negated },
    ]);
  }

  private changeTarget(state: StateNode, transition: ObjectNode, property: ESTree.ObjectProperty, where: string): void {
    this.dropProperty('drop target', where, transition, property);
    const target = stringOf(property.value);
    const other = target === null ? null : this.otherTarget(state, target);
    if (other !== null) this.replace('change target', where, property.value, `'${other}'`);
  }

  /** The target with its last segment replaced by a sibling state. */
  private otherTarget(state: StateNode, target: string): string | null {
    const segments = target.split('.');
    const name = segments.pop()!;
    const [first, ...rest] = segments;
    let parent: StateNode | undefined | null;
    if (first === undefined) parent = state.parent ?? state;
    else if (first === '') parent = rest.reduce<StateNode | undefined>((at, step) => at && childNamed(at, step), state);
    else if (first.startsWith('#'))
      parent = rest.reduce<StateNode | undefined>((at, step) => at && childNamed(at, step), this.root);
    else
      parent = segments.reduce<StateNode | undefined>((at, step) => at && childNamed(at, step), state.parent ?? state);
    const other = parent ? this.siblingOf(parent, name) : null;
    return other === null ? null : [...segments, other].join('.');
  }

  /** The next child state after the named one, wrapping around; null if it is the only child. */
  private siblingOf(parent: StateNode, name: string): string | null {
    const names = substatesOf(parent).map(({ path }) => path.at(-1)!);
    const index = names.indexOf(name);
    return index < 0 || names.length < 2 ? null : names[(index + 1) % names.length]!;
  }
}

/** All mutations of the chart in a file; none if it has no chart. */
export function chartMutations(source: Source): Mutation[] {
  const machine = machineIn(source);
  return machine === null ? [] : new ChartMutations(source, machine).found;
}
