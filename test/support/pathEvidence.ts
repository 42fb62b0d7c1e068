import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartMessage } from '../../src/inspector/chart/coverage.ts';
import { messagesOf, stepCounts } from './coverage.ts';
import type { ChartPath } from './paths.ts';

/** What a chart's document says of its paths. */
export interface PathEvidence {
  paths: number;
  /** By the key of a transition, how many steps take it. */
  steps: Readonly<Record<string, number>>;
  messages: readonly ChartMessage[];
}

export const evidenceOf = (paths: readonly ChartPath[]): PathEvidence => ({
  paths: paths.length,
  steps: Object.fromEntries(stepCounts(paths)),
  messages: messagesOf(paths),
});

/**
 * The folder that a whole run of the tests has for the evidence of its charts: they are planned once, where they are tested,
 * and not again to check their documents. A run begins with an empty one, so that nothing in it is out of date.
 */
export const evidenceFolderKey = 'BASECHART_PATH_EVIDENCE';

const fileOf = (chart: string): string | null => {
  const folder = process.env[evidenceFolderKey];
  return folder === undefined ? null : join(folder, `${chart}.json`);
};

export function keepEvidence(chart: string, paths: readonly ChartPath[]): void {
  const file = fileOf(chart);
  if (file === null) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(evidenceOf(paths)));
}

/** What this run has kept for the chart; null where nothing was. */
export function keptEvidence(chart: string): PathEvidence | null {
  const file = fileOf(chart);
  return file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PathEvidence) : null;
}
