import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { allCharts, machineFiles, root } from '../statecharts/charts.ts';
import { coverageIn } from '../statecharts/coverageMap.ts';

/** A value and the files that it is made from, from the root of the repository. */
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
 * Gives what the inspector knows of charts as data: in `virtual:charts` the drawing of every chart of the project, the server's too, as
 * it draws charts of which no actor lives; in `virtual:coverage` what the charts' documents say that tests take of them.
 */
export const charts = (): Plugin => ({
  name: 'charts',
  resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
  async load(id) {
    const make = id.startsWith('\0') ? modules.get(id.slice(1)) : undefined;
    if (!make) return null;
    const { files, value } = await make();
    for (const file of files) this.addWatchFile(resolve(root, file));
    // As a text that is parsed: engines read it faster than the same thing as a program.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
  },
});
