import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { allCharts, root } from '../statecharts/charts.ts';

const name = 'virtual:charts';
const resolved = `\0${name}`;

/**
 * Gives `virtual:charts`: the drawing of every chart of the project, the server's too, as data. The inspector lists and draws
 * charts of which no actor lives, and the page has no need of the machines themselves for it.
 */
export const charts = (): Plugin => ({
  name: 'charts',
  resolveId: (id) => (id === name ? resolved : null),
  async load(id) {
    if (id !== resolved) return null;
    for (const file of globSync(['src/machines/**/*.machine.ts', 'server/**/*.machine.ts'], { cwd: root }))
      this.addWatchFile(resolve(root, file));
    const drawn = (await allCharts()).map(({ machine, side, file }) => ({ side, file, drawing: drawingOf(machine) }));
    // As a text that is parsed: engines read it faster than the same thing as a program.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(drawn))});`;
  },
});
