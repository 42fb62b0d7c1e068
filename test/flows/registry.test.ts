import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCharts, machineFiles, filesOf, root, type Chart } from '../../scripts/statecharts/charts.ts';
import { writtenCoverage } from '../../scripts/statecharts/testEvidence.ts';
import { transitionsOf } from '../../src/inspector/chart/statechart.ts';
import { documentBeside } from '../support/scenarios.ts';
import { withoutView } from './withoutView.ts';

const charts = await allCharts();

const contentOf = (file: string): string | null =>
  existsSync(resolve(root, file)) ? readFileSync(resolve(root, file), 'utf8') : null;

/** What the chart lacks: each file in its place, with what makes it count. */
function missingFor({ id, file, side }: Chart): string[] {
  const files = filesOf({ id, file });
  const wanted: [file: string, holds: RegExp, what: string][] = [
    [files.model, new RegExp(`export const ${id}Model\\b`), `must export \`${id}Model\``],
    [files.model, /\binvariants: \[\s*\{/, 'must name in `invariants` what always holds'],
    [files.test, new RegExp(`coverChart\\(${id}Model\\b`), `must call \`coverChart(${id}Model)\``],
    [files.test, /\bit(?:\.each\b[^]*?\))?\(/, 'must have scenarios: a test for each sentence of the specification'],
    [files.document, new RegExp(`# ${id}\\n`), 'is missing or of another chart: run `npm run statecharts`'],
  ];
  if (side === 'browser' && !(id in withoutView)) {
    wanted.push([
      files.viewTest,
      new RegExp(`coverView\\(\\s*${id}Model\\b`),
      `must call \`coverView(${id}Model, …)\``,
    ]);
  }
  return wanted
    .filter(([path, holds]) => !holds.test(contentOf(path) ?? ''))
    .map(([path, , what]) => `${path} ${what}`);
}

/** The gestures of a view script that are not `'elsewhere'`. */
const gesturesIn = (script: string): string =>
  (/^( *)does: \{(.*\}|\n[^]*?\n\1\}),?$/m.exec(script)?.[2] ?? '').replaceAll(
    /[\s}]|(?:'[\w.]+'|\w+): 'elsewhere',?/g,
    '',
  );

describe('every machine has all that belongs to it', () => {
  it.each(charts)('$id', (chart) => expect(missingFor(chart)).toEqual([]));

  it.each(charts)('$id compares its scenarios with its own page', (chart) => {
    const { test, document } = filesOf(chart);
    expect(documentBeside(resolve(root, test))).toBe(resolve(root, document));
  });

  it('has no machine in a file where nobody finds it', () => {
    const sources = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts'], { cwd: root }).map((file) =>
      file.split(sep).join('/'),
    );
    expect(sources.filter((file) => contentOf(file)!.includes('.createMachine(')).toSorted()).toEqual(machineFiles());
  });

  it('has a scenario for every transition whose waiver says so', () => {
    const unproven = charts.flatMap((chart) => {
      const coverage = writtenCoverage(chart);
      return transitionsOf(chart.machine)
        .filter(
          ({ key, definition }) =>
            /\bscenario/.test(String(definition.meta?.['waiver'])) &&
            coverage?.transitions[key]?.scenarios.length === 0,
        )
        .map(({ key }) => key);
    });
    expect(unproven).toEqual([]);
  });

  it('walks no view whose user sends nothing: a view test belongs to it', () => {
    expect(gesturesIn("  does: {\n    a: 'elsewhere',\n    'b.c': 'elsewhere',\n  },")).toBe('');
    expect(gesturesIn("  does: {\n    a: 'elsewhere',\n    ...gestures,\n  },")).toBe('...gestures,');
    expect(gesturesIn('  does: { a: () => {} },')).not.toBe('');
    const walked = charts.filter(({ id, side }) => side === 'browser' && !(id in withoutView));
    expect(walked.map((chart) => filesOf(chart).viewTest).filter((file) => !gesturesIn(contentOf(file) ?? ''))).toEqual(
      [],
    );
  });

  it('excuses no machine from a view without need', () => {
    const needless = Object.entries(withoutView).filter(
      ([id, reason]) =>
        reason.trim() === '' ||
        !charts.some(
          (chart) => chart.id === id && chart.side === 'browser' && !existsSync(resolve(root, filesOf(chart).viewTest)),
        ),
    );
    expect(needless).toEqual([]);
  });
});
