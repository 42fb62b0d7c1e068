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
  body: v.GenericSchema;
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** The module of the file that a name is imported from, or the file itself. */
function moduleOf(source: string, file: string, name: string): string {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(source)?.[1];
  return from === undefined ? file : join(dirname(file), from);
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
      const schemaName = /\bread(?:Auth)?Body\(c, (\w+)\)/.exec(handler)?.[1];
      if (schemaName === undefined) continue;
      const module = (await import(pathToFileURL(moduleOf(source, file, schemaName)).href)) as Record<string, unknown>;
      const body = module[schemaName];
      if (isSchema(body)) found.push({ method: method.toUpperCase(), path, madeBy, body });
    }
  }
  return found;
}
