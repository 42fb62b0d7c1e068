import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

const root = resolve(import.meta.dirname, '../..');

/** A route as its file declares it, below where the file is mounted. */
export interface DeclaredRoute {
  method: string;
  /** As `/:ref/tables`. */
  path: string;
  /** The function that makes it. */
  madeBy: string;
  /** One, or one for each value of the path's last segment. */
  body: v.GenericSchema | Readonly<Record<string, v.GenericSchema>>;
}

export const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const isBody = (value: unknown): value is DeclaredRoute['body'] =>
  isSchema(value) || (typeof value === 'object' && value !== null && Object.values(value).every(isSchema));

/** Where a route reads what was sent, with the name of the schema. */
const reading = /\b(?:read(?:Auth)?Body\(c|parseRequest\([\w.]+), (\w+)/;

/** The module of the file that a name is imported from, or the file itself. */
function moduleOf(source: string, file: string, name: string): string {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(source)?.[1];
  return from === undefined ? file : join(dirname(file), from);
}

/** The schema that a handler reads with: itself, or in the function of another file to which it gives the request. */
function readingOf(handler: string, source: string, file: string): { schema: string; module: string } | undefined {
  const schema = reading.exec(handler)?.[1];
  if (schema !== undefined) return { schema, module: moduleOf(source, file, schema) };
  for (const [, name = ''] of handler.matchAll(/\b(\w+)\(c\b/g)) {
    const module = moduleOf(source, file, name);
    if (module === file) continue;
    const inner = readFileSync(module, 'utf8');
    const [text = ''] = new RegExp(String.raw`function ${name}\([^]*?\n\}`).exec(inner) ?? [];
    const found = reading.exec(text)?.[1];
    if (found !== undefined) return { schema: found, module: moduleOf(inner, module, found) };
  }
  return undefined;
}

/** The routes whose handler reads a body, with its schema: from the sources, because a route does not tell it. */
export async function readRouteBodies(): Promise<DeclaredRoute[]> {
  const found: DeclaredRoute[] = [];
  for (const file of globSync('server/**/*.routes.ts', { cwd: root }).map((name) => join(root, name))) {
    const source = readFileSync(file, 'utf8');
    const marks = [...source.matchAll(/\.(get|post|put|patch|delete)\(\s*'([^']*)'|export (?:const|function) (\w+)/g)];
    let madeBy = '';
    for (const [index, mark] of marks.entries()) {
      const [, method, path, name] = mark;
      if (name !== undefined) madeBy = name;
      if (method === undefined || path === undefined) continue;
      const handler = source.slice(mark.index, marks[index + 1]?.index);
      const place = readingOf(handler, source, file);
      if (place === undefined) continue;
      const module = (await import(pathToFileURL(place.module).href)) as Record<string, unknown>;
      const body = module[place.schema];
      if (isBody(body)) found.push({ method: method.toUpperCase(), path, madeBy, body });
    }
  }
  return found;
}
