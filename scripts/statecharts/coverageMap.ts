import type { ChartCoverage } from '../../src/inspector/chart/coverage.ts';

const opening = '<details>\n<summary>Coverage map, for programs</summary>\n\n```json\n';
const closing = '```\n\n</details>\n';

/** One line for each part, so that diffs are readable. */
function json({ chart, paths, scenarios, transitions, messages }: ChartCoverage): string {
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? `${open}${close}` : `${open}\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ${close}`;
  const list = (items: readonly unknown[]) =>
    block(
      '[',
      items.map((item) => JSON.stringify(item)),
      ']',
    );
  const record = block(
    '{',
    Object.entries(transitions).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    '}',
  );
  return `{\n  "chart": ${JSON.stringify(chart)},\n  "paths": ${paths},\n  "scenarios": ${list(scenarios)},\n  "transitions": ${record},\n  "messages": ${list(messages)}\n}\n`;
}

/** The coverage map at the end of a chart's document. */
export const coverageText = (coverage: ChartCoverage): string => `${opening}${json(coverage)}${closing}`;

/** The coverage map of a document; null without one. */
export function coverageIn(document: string): ChartCoverage | null {
  const from = document.lastIndexOf(opening);
  if (from < 0 || !document.endsWith(closing)) return null;
  return JSON.parse(document.slice(from + opening.length, -closing.length)) as ChartCoverage;
}
