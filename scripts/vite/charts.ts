import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { allCharts, machineFiles, root } from '../statecharts/charts.ts';
import { coverageIn } from '../statecharts/coverageMap.ts';

/** A value and the files that it is computed from, relative to the root of the repository. */
interface Made {
  files: readonly string[];
  value: unknown;
}

async function drawings(): Promise<Made> {
  const value = (await allCharts()).map(({ machine, side, file }) => ({ side, file, drawing: drawingOf(machine) }));
  return { files: machineFiles(), value };
}

function coverageMaps(): Made {
  const files = globSync('docs/statecharts/**/*.md', { cwd: root }).toSorted();
  const maps = files.map((file) => coverageIn(readFileSync(resolve(root, file), 'utf8'))).filter((map) => map !== null);
  return { files, value: Object.fromEntries(maps.map((map) => [map.chart, map])) };
}

const modules = new Map<string, () => Made | Promise<Made>>([
  ['virtual:charts', drawings],
  ['virtual:coverage', coverageMaps],
]);

/**
 * Provides the inspector's knowledge of charts as data: in `virtual:charts` the drawing of every chart of the project,
 * including the server's, because it also draws charts without a running actor; in `virtual:coverage` the test coverage
 * from the charts' documents.
 */
export const charts = (): Plugin => ({
  name: 'charts',
  resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
  async load(id) {
    const make = id.startsWith('\0') ? modules.get(id.slice(1)) : undefined;
    if (!make) return null;
    const { files, value } = await make();
    for (const file of files) this.addWatchFile(resolve(root, file));
    // As a string for `JSON.parse`, which is faster than parsing the same object as code.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
  },
});
