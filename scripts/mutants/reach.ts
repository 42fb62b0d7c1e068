/** Finds out which tests execute which functions, so that only tests that can detect a mutant run. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { applyEdits, parseSource, walk, type Edit, type Node } from './syntax.ts';

type FunctionNode = Node & { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' };

const isFunction = (node: Node): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** An expression that appends an id to a file the first time it runs. */
const note = (id: string, into: string): string => {
  const key = JSON.stringify(id);
  return (
    `((globalThis.__reached ??= new Set()).has(${key}) || (globalThis.__reached.add(${key}), ` +
    `globalThis.process?.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(into)}, ${JSON.stringify(`${id}\n`)})))`
  );
};

function noteIn(body: Node, statement: string): Edit[] {
  if (body.type === 'BlockStatement') return [{ start: body.start + 1, end: body.start + 1, text: `${statement};` }];
  return [
    { start: body.start, end: body.start, text: `(${statement}, (` },
    { start: body.end, end: body.end, text: '))' },
  ];
}

/**
 * Instruments the innermost function around each site: when it runs, the site's id is appended to a file. Code outside
 * functions counts as run when the file is loaded.
 */
export function withNotes(
  file: string,
  text: string,
  sites: readonly { id: string; start: number }[],
  into: string,
): string {
  const { program } = parseSource(file, text);
  const functions: FunctionNode[] = [];
  walk(program, (node) => {
    if (isFunction(node) && node.body) functions.push(node);
  });
  const edits = sites.flatMap(({ id, start }) => {
    const innermost = functions.findLast((node) => node.start <= start && start < node.end);
    return innermost
      ? noteIn(innermost.body!, note(id, into))
      : [{ start: text.length, end: text.length, text: `\n;${note(id, into)};` }];
  });
  return applyEdits(text, edits);
}

/** Nothing of these is there at run time. */
const typeImport = /^[ \t]*(?:im|ex)port type [^;]*? from '[^']*'/gm;

/** Files that a string in a file names: imports, and programs that it starts. */
function namedIn(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(typeImport, '');
  return [...text.matchAll(/['"`]([^'"`\n]+\.(?:tsx?|mjs))['"`]/g)].flatMap(([, name]) =>
    [resolve(root, dirname(file), name!), resolve(root, name!)]
      .filter((path) => path.startsWith(root) && existsSync(path))
      .map((path) => path.slice(root.length + 1)),
  );
}

/** The files that a test loads directly or indirectly, including itself, and how many imports away each is. */
export type Loaded = ReadonlyMap<string, number>;

/** What each test file loads. */
export function whatEachLoads(root: string, tests: readonly string[]): Map<string, Loaded> {
  const known = new Map<string, readonly string[]>();
  const named = (file: string): readonly string[] => {
    if (!known.has(file)) known.set(file, namedIn(root, file));
    return known.get(file)!;
  };
  return new Map(
    tests.map((test) => {
      const found = new Map([[test, 0]]);
      // Entries that are added during the iteration are visited too.
      for (const [each, distance] of found)
        for (const next of named(each)) if (!found.has(next)) found.set(next, distance + 1);
      return [test, found];
    }),
  );
}
