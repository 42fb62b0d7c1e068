import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import { replayTrace, type ReplayReport } from '../../src/inspector/trace/replay.ts';
import { parseTrace, type Trace } from '../../src/inspector/trace/trace.ts';
import { traceLimits } from '../../src/inspector/trace/traceLimits.ts';
import { reportText } from './report.ts';
import { scenarioSource } from './scenario.ts';
import { printable } from './text.ts';

const usage = 'npm run replay -- trace.json [--as-test]';

/** An error before the replay, with a message for the caller. */
class Refusal extends Error {}

export interface Surroundings {
  machines: ReadonlyMap<string, AnyStateMachine>;
  /** The root of the repository. */
  root: string;
  say: (text: string) => void;
  complain: (text: string) => void;
}

function argumentsOf(args: readonly string[]): { file: string; asTest: boolean } {
  try {
    const {
      values,
      positionals: [file, ...rest],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'as-test': { type: 'boolean', default: false } },
    });
    if (file !== undefined && rest.length === 0) return { file, asTest: values['as-test'] };
  } catch {
    // An unknown option is reported like any other misuse.
  }
  throw new Refusal(usage);
}

async function traceIn(file: string): Promise<{ trace: Trace; text: string }> {
  const about = await stat(file).catch(() => null);
  if (!about) throw new Refusal(`There is no file ${file}.`);
  if (!about.isFile()) throw new Refusal(`${file} is no file.`);
  if (about.size > traceLimits.bytes) throw new Refusal(`${file} is too large to be a trace of Basechart.`);
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  try {
    return { trace: parseTrace(text), text };
  } catch (error) {
    throw new Refusal(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Stores the trace and a test that replays it. An existing test with the same name is replaced only for the same trace. */
async function keepAsTest(
  file: string,
  root: string,
  { text, trace, report }: { text: string; trace: Trace; report: ReplayReport },
): Promise<string> {
  const name =
    basename(file, '.json')
      .replaceAll(/[^\w-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'trace';
  const folder = resolve(root, 'test/traces');
  const kept = resolve(folder, `${name}.json`);
  const before = await readFile(kept, 'utf8').catch(() => null);
  if (before !== null && before !== text)
    throw new Refusal(`${relative(root, kept)} is there already and is another trace: give the file another name.`);
  await mkdir(folder, { recursive: true });
  await writeFile(kept, text);
  const test = resolve(folder, `${name}.test.ts`);
  await writeFile(test, scenarioSource(name, trace, report));
  return relative(root, test);
}

/** `npm run replay`: 0 when every chart matched the recording, 1 when one did not, 2 when there was nothing to replay. */
export async function replayCommand(
  args: readonly string[],
  { machines, root, say, complain }: Surroundings,
): Promise<0 | 1 | 2> {
  try {
    const { file, asTest } = argumentsOf(args);
    const { trace, text } = await traceIn(file);
    const report = replayTrace(trace, machines);
    say(reportText(trace, report));
    if (report.steps.length === 0) return 2;
    if (asTest) say(`Wrote ${await keepAsTest(file, root, { text, trace, report })} and the trace beside it.`);
    return report.differences.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof Refusal) complain(printable(error.message));
    else if (error instanceof RangeError) complain('This trace is nested too deeply to be one of Basechart’s.');
    else throw error;
    return 2;
  }
}
