import { parseAst } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Globals that reach outside a machine. Time comes as `now` through the input, everything else through an actor. */
const WORLD = new Set([
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'globalThis',
  'self',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'BroadcastChannel',
  'XMLHttpRequest',
  'WebSocket',
  'process',
  'console',
]);
const MAKERS = new Set(['fromPromise', 'fromCallback', 'fromObservable', 'fromEventObservable', 'fromTransition']);

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node['name']);
  return node.type === 'MemberExpression' && node['computed'] !== true
    ? `${nameOf(node['object'])}.${nameOf(node['property'])}`
    : '';
};

/** Names that the file itself defines: imports, variables, parameters, destructured fields. */
function boundNames(root: Node): ReadonlySet<string> {
  const bound = new Set<string>();
  const pattern = (node: unknown): void => {
    if (!isNode(node)) return;
    switch (node.type) {
      case 'Identifier':
        bound.add(String(node['name']));
        break;
      case 'ObjectPattern':
        for (const field of node['properties'] as Node[])
          pattern(field.type === 'RestElement' ? field['argument'] : field['value']);
        break;
      case 'ArrayPattern':
        for (const item of node['elements'] as unknown[]) pattern(item);
        break;
      case 'AssignmentPattern':
        pattern(node['left']);
        break;
      case 'RestElement':
        pattern(node['argument']);
        break;
    }
  };
  eachNode(root, (node) => {
    if (node.type === 'VariableDeclarator') pattern(node['id']);
    if (node.type.endsWith('Function') || node.type.startsWith('Function') || node.type === 'ArrowFunctionExpression') {
      pattern(node['id']);
      for (const parameter of (node['params'] ?? []) as unknown[]) pattern(parameter);
    }
    if (/^Import\w*Specifier$/.test(node.type)) pattern(node['local']);
  });
  return bound;
}

/** Visits code, not types, which are erased before the machine runs. */
function eachNode(
  node: Node,
  visit: (node: Node, parent: Node | null, key: string) => void,
  parent: Node | null = null,
  key = '',
): void {
  if (/^TS(?!AsExpression|NonNull|Satisfies|Instantiation)/.test(node.type)) return;
  visit(node, parent, key);
  for (const [name, part] of Object.entries(node)) {
    for (const child of Array.isArray(part) ? (part as unknown[]) : [part])
      if (isNode(child)) eachNode(child, visit, node, name);
  }
}

/** Whether an identifier names a value, rather than a property or a key. */
const isReference = (parent: Node | null, key: string) =>
  !(parent?.type === 'MemberExpression' && key === 'property' && parent['computed'] !== true) &&
  !(
    (parent?.type === 'Property' || parent?.type === 'MethodDefinition') &&
    key === 'key' &&
    parent['computed'] !== true
  ) &&
  !/^(?:Import|Export)\w*Specifier$/.test(parent?.type ?? '');

/** What a machine's source must not contain, as `line: fault`. */
export function sourceFaultsOf(code: string): string[] {
  const root = parseAst(code, { lang: 'ts' }) as unknown as Node;
  const bound = boundNames(root);
  const faults: string[] = [];
  const say = (at: Node, fault: string) => faults.push(`line ${code.slice(0, at.start).split('\n').length}: ${fault}`);
  eachNode(root, (node, parent, key) => {
    if (node.type === 'ImportDeclaration' && nameIn(node['source']) === 'xstate') {
      for (const specifier of node['specifiers'] as Node[]) {
        const imported = nameOf(specifier['imported']);
        if (MAKERS.has(imported))
          say(specifier, `${imported} makes an actor: declare it with \`unprovided\` or \`unprovidedSource\``);
        if (imported === 'sendParent' || imported === 'forwardTo')
          say(specifier, `${imported}: use the port from the input, and \`sendTo\``);
      }
    }
    if (node.type === 'CallExpression' && /(?:^|\.)send$/.test(calledName(node)))
      say(node, 'send reaches the other actor before this one has changed: use `sendTo`');
    if (node.type === 'MemberExpression') {
      const name = nameOf(node);
      if (name === 'Date.now' || name === 'Math.random')
        say(node, `${name} is not the same twice: take it from the input`);
      if (/(?:^|\.)system\.get$/.test(name))
        say(node, 'system.get drops what is sent to a wrong name: hand the ref on instead');
    }
    if (
      node.type === 'NewExpression' &&
      nameOf(node['callee']) === 'Date' &&
      (node['arguments'] as unknown[]).length === 0
    )
      say(node, 'new Date() is now: take `now` from the input');
    if (
      node.type === 'Identifier' &&
      WORLD.has(String(node['name'])) &&
      !bound.has(String(node['name'])) &&
      isReference(parent, key)
    ) {
      say(node, `${String(node['name'])} is the world: an actor reaches it`);
    }
  });
  return faults;
}

/** As `context.port.send`; of an optional or computed chain, the last name. */
const calledName = (call: Node): string => {
  const callee = call['callee'];
  if (!isNode(callee) || callee.type !== 'MemberExpression') return '';
  return `.${nameOf(callee['property'])}`;
};

const nameIn = (literal: unknown): string => (isNode(literal) ? String(literal['value']) : '');
