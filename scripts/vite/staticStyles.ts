import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { edited } from './edited.ts';

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Whether it contains only literals. */
function isLiteral(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return 'expressions' in node && Array.isArray(node.expressions) && node.expressions.length === 0;
    case 'ObjectExpression':
    case 'ArrayExpression':
      return children(node).every(isLiteral);
    case 'Property':
      return (
        'value' in node && isNode(node.value) && isLiteral(node.value) && 'computed' in node && node.computed === false
      );
    default:
      return false;
  }
}

/** Calls of `css` whose arguments are all literal, the outermost first. */
function* literalCalls(node: Node): Generator<{ call: Node; from: number; to: number }> {
  if (
    node.type === 'CallExpression' &&
    'callee' in node &&
    isNode(node.callee) &&
    'arguments' in node &&
    Array.isArray(node.arguments)
  ) {
    const { callee } = node;
    const [first, last] = [node.arguments[0], node.arguments.at(-1)];
    if (
      callee.type === 'Identifier' &&
      'name' in callee &&
      callee.name === 'css' &&
      isNode(first) &&
      isNode(last) &&
      node.arguments.every((argument) => isNode(argument) && isLiteral(argument))
    ) {
      yield { call: node, from: first.start, to: last.end };
      return;
    }
  }
  for (const child of children(node)) yield* literalCalls(child);
}

/**
 * Replaces `css({ … })` in builds by its class names. Panda's runtime would compute them in the browser, which costs 4.4
 * kB of brotli on the first visit, plus every style object. A call with a non-literal argument stays a call; where
 * `written` says how the code has the names, it is an error, since at run time it would give Panda's.
 */
export function staticStyles(styledSystem: string, written?: (names: string) => string): Plugin {
  let css: (...styles: object[]) => string;
  return {
    name: 'static-styles',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      ({ css } = await import(pathToFileURL(`${styledSystem}/css/css.mjs`).href));
    },
    transform: {
      filter: { id: /\/(?:src\/views|styled-system)\/.*\.(?:tsx?|mjs)$/ },
      handler(code, id) {
        // Its modules have no side effects, so unused ones may be removed.
        if (id.startsWith(`${styledSystem}/`)) return { moduleSideEffects: false };
        if (!/import [^;]*\bcss\b[^;]* from 'styled-system\/css'/.test(code)) return undefined;
        const text = new MagicString(code);
        for (const { call, from, to } of literalCalls(this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }))) {
          const names = css(...(vm.runInThisContext(`[${code.slice(from, to)}]`) as object[]));
          text.update(call.start, call.end, JSON.stringify(written?.(names) ?? names));
        }
        if (written && /\bcss\(/.test(text.toString())) this.error(`Not all styles of ${id} are literal.`);
        return text.hasChanged() ? edited(text, this.environment) : undefined;
      },
    },
  };
}
