import { globSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine, type AnyStateMachine } from 'xstate';

export const root = resolve(import.meta.dirname, '../..');

/** A chart of the project, found by its file. */
export interface Chart {
  id: string;
  /** From the root of the repository. */
  file: string;
  side: 'browser' | 'server';
  machine: AnyStateMachine;
}

const patterns = ['src/machines/**/*.machine.ts', 'server/**/*.machine.ts'];

/** Paths of all machines, from the root of the repository. */
export const machineFiles = (): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.split(sep).join('/'))
    .toSorted();

async function chartIn(file: string): Promise<Chart> {
  const id = basename(file, '.machine.ts');
  const exported = ((await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>)[`${id}Machine`];
  if (!(exported instanceof StateMachine)) throw new Error(`${file} should export the machine \`${id}Machine\`.`);
  const machine = exported as AnyStateMachine;
  if (machine.id !== id)
    throw new Error(`${file}: the machine’s id is "${machine.id}", and should be the file’s name, "${id}".`);
  return { id, file, machine, side: file.startsWith('server/') ? 'server' : 'browser' };
}

/** Every machine of the project. */
export const allCharts = (): Promise<Chart[]> => Promise.all(machineFiles().map(chartIn));

/** A path as a document in `docs/statecharts` links to it. */
export const fromDocuments = (file: string): string =>
  relative(resolve(root, 'docs/statecharts/area'), resolve(root, file)).split(sep).join('/');

/**
 * The area of a machine's file: in the browser the folder below its layer, in the server the one below `server`, or the
 * flow's own.
 */
export function areaOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders[0] === 'server' ? folders[1]! : folders[2]!;
}

/** Path of the page of a chart. */
export const documentOf = (area: string, id: string): string => `docs/statecharts/${area}/${id}.md`;

/** Paths of a chart's files. */
export function filesOf({ id, file }: Pick<Chart, 'id' | 'file'>) {
  const area = areaOf(file);
  return {
    machine: file,
    selectors: `${dirname(file)}/${id}.selectors.ts`,
    model: `test/flows/${area}/${id}.model.ts`,
    test: `test/flows/${area}/${id}.test.ts`,
    viewTest: `test/flows/${area}/${id}.view.test.tsx`,
    document: documentOf(area, id),
  };
}
