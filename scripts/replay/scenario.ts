import type { ReplayReport } from '../../src/inspector/trace/replay.ts';
import type { Trace } from '../../src/inspector/trace/trace.ts';

/** A string literal with any content. */
const quote = (text: string): string => JSON.stringify(text);

/** A test that replays a trace, stored in `test/traces` beside the trace itself. */
export function scenarioSource(name: string, { actors }: Trace, { steps }: ReplayReport): string {
  const walked = new Set(steps.map(({ event }) => event.actor));
  const cases = actors
    .filter(({ session }) => walked.has(session))
    .map(
      ({ session, machine, id }) =>
        `  { session: ${quote(session)}, machine: ${quote(machine ?? '')}, id: ${quote(id)} },`,
    );
  return `import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { allCharts } from '../../scripts/statecharts/charts.ts';
import { replayTrace } from '../../src/inspector/trace/replay.ts';
import { parseTrace } from '../../src/inspector/trace/trace.ts';

const walks = [
${cases.join('\n')}
];

describe(${quote(`the trace ${name}`)}, async () => {
  const trace = parseTrace(await readFile(new URL(${quote(`./${name}.json`)}, import.meta.url), 'utf8'));
  const machines = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
  const { steps, differences } = replayTrace(trace, machines);

  it.each(walks)('takes $id ($machine) the recorded way', ({ session }) => {
    expect(steps.filter(({ event }) => event.actor === session)).not.toEqual([]);
    expect(differences.find(({ step }) => step.event.actor === session)).toBeUndefined();
  });
});
`;
}
