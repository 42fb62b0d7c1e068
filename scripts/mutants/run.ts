/** Applies mutants to a scratch copy, one at a time, and finds out which of them the tests detect. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { layers, type LayerName } from './layers.ts';
import { mutated, type Mutant } from './mutants.ts';
import { whatEachLoads, withNotes } from './reach.ts';
import type { Scratch } from './scratch.ts';
import { chartChecks, flowTests, isFitForChartChecks, likelyTests } from './selection.ts';
import { Testing, type Outcome } from './testing.ts';

/** `compileError`: no test fails, but the mutant does not compile. `noCoverage`: no test executes the code. */
export type Verdict = 'killed' | 'timeout' | 'compileError' | 'survived' | 'noCoverage';

export const isUndetected = (verdict: Verdict): boolean => verdict === 'survived' || verdict === 'noCoverage';

export interface Result {
  key: string;
  verdict: Verdict;
  /** The test that failed first, or what else detected the mutant. */
  by: string | null;
}

/** Generous enough that only an endless test exceeds it, also on a busy machine. */
const limitOf = (usualMs: number): number => Math.ceil(usualMs) * 4 + 30_000;
const longestMs = 300_000;

export interface RunOptions {
  layer: LayerName;
  scratch: Scratch;
  /** Compiles the copy and returns the files with compile errors. */
  compile?: () => Promise<ReadonlySet<string>>;
  say: (line: string) => void;
}

/** Checks the types of the copy. No mutation touches the style system, which the copy has. */
export const compilerIn = (root: string) => async (): Promise<ReadonlySet<string>> => {
  const output = await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  }).then(
    () => '',
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
  const files = [...output.matchAll(/^(\S+?)[(:]\d+[,:]\d+\)?(?::| -) error /gm)].map(([, file]) => file!);
  if (output !== '' && files.length === 0) throw new Error(`The compiler did not run: ${output}`);
  return new Set(files);
};

/** What a test file does without a mutation. */
interface Knowledge {
  ms: number;
  /** Null if it fails. */
  reaches: ((mutant: Mutant) => boolean) | null;
}

class LayerRun {
  readonly #options: RunOptions;
  readonly #mutants: readonly Mutant[];
  readonly #testing: Testing;
  readonly #notes: string;
  readonly #originals = new Map<string, string>();
  readonly #known = new Map<string, Knowledge>();
  #changed = new Set<string>();

  constructor(mutants: readonly Mutant[], options: RunOptions) {
    this.#options = options;
    this.#mutants = mutants;
    const folder = join(options.scratch.root, '.cache');
    mkdirSync(folder, { recursive: true });
    this.#notes = join(folder, 'reached');
    // Scenarios record their coverage instead of comparing it with the committed map: the map is generated from the chart, so
    // it would detect any change, right or wrong.
    this.#testing = new Testing(options.scratch.root, {
      BASECHART_RECORD_SCENARIOS: mkdtempSync(join(folder, 'scenarios-')),
    });
  }

  stop(): void {
    this.#testing.stop();
  }

  tests(): Promise<readonly string[]> {
    return this.#testing.files();
  }

  #original(file: string): string {
    const { root } = this.#options.scratch;
    if (!this.#originals.has(file)) this.#originals.set(file, readFileSync(join(root, file), 'utf8'));
    return this.#originals.get(file)!;
  }

  #write(file: string, text: string): void {
    this.#options.scratch.write(file, text);
    this.#changed.add(file);
  }

  #run(test: string, limitMs: number): Promise<Outcome> {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return this.#testing.run({ tests: [test], changed }, limitMs);
  }

  /** Runs a test file once without a mutation: how long it takes, and which mutants it executes. */
  async #learn(test: string): Promise<Knowledge> {
    const known = this.#known.get(test);
    if (known) return known;
    const files = Map.groupBy(
      this.#mutants.map((mutant, index) => ({ id: String(index), ...mutant })),
      ({ file }) => file,
    );
    // A chart is one object literal, so every test that loads it executes all of it.
    const takesNotes = !layers[this.#options.layer].charts;
    if (takesNotes)
      for (const [file, sites] of files) this.#write(file, withNotes(file, this.#original(file), sites, this.#notes));
    writeFileSync(this.#notes, '');
    const { failure, ms } = await this.#run(test, longestMs);
    if (takesNotes) for (const file of files.keys()) this.#write(file, this.#original(file));
    if (failure !== null) this.#options.say(`! ${test} is skipped because it fails without a mutation: ${failure}`);
    const ids = readFileSync(this.#notes, 'utf8')
      .split('\n')
      .filter((id) => id !== '');
    const keys = new Set(ids.map((id) => this.#mutants[Number(id)]!.key));
    const knowledge: Knowledge = { ms, reaches: failure === null ? ({ key }) => !takesNotes || keys.has(key) : null };
    this.#known.set(test, knowledge);
    return knowledge;
  }

  /** Runs the tests in order until one fails, then restores the file. */
  async evaluate(mutant: Mutant, tests: readonly string[]): Promise<Result> {
    const { key, file } = mutant;
    let ran = false;
    for (const test of tests) {
      const { ms: usualMs, reaches } = await this.#learn(test);
      if (!reaches?.(mutant)) continue;
      ran = true;
      this.#write(file, mutated(this.#original(file), mutant));
      const { failure, timedOut } = await this.#run(test, limitOf(usualMs));
      this.#write(file, this.#original(file));
      if (failure !== null) return { key, verdict: timedOut ? 'timeout' : 'killed', by: failure };
    }
    return { key, verdict: ran ? 'survived' : 'noCoverage', by: null };
  }
}

/** Groups in which each file has at most one mutant. */
function inDifferentFiles(mutants: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const group = groups.find((each) => each.every(({ file }) => file !== mutant.file));
    if (group) group.push(mutant);
    else groups.push([mutant]);
  }
  return groups;
}

/** The mutants that do not compile. Compiling is slow, so mutants of different files are compiled together. */
async function uncompilable(mutants: readonly Mutant[], { scratch, compile }: RunOptions): Promise<Mutant[]> {
  const found: Mutant[] = [];
  if (compile === undefined) return found;
  for (const group of inDifferentFiles(mutants)) {
    const originals = group.map(({ file }) => readFileSync(join(scratch.root, file), 'utf8'));
    for (const [index, mutant] of group.entries()) scratch.write(mutant.file, mutated(originals[index]!, mutant));
    const broken = await compile();
    for (const [index, { file }] of group.entries()) scratch.write(file, originals[index]!);
    found.push(...group.filter(({ file }) => broken.has(file)));
  }
  return found;
}

/** Evaluates the mutants of one layer, file by file. */
export async function runLayer(
  mutants: readonly Mutant[],
  options: RunOptions,
  onResult: (result: Result, mutant: Mutant) => void,
): Promise<void> {
  const { layer, scratch } = options;
  const run = new LayerRun(mutants, options);
  const undetected: Mutant[] = [];
  try {
    const tests = await run.tests();
    const checks = layers[layer].charts ? chartChecks(scratch.root, tests) : [];
    const loads = layers[layer].charts ? null : whatEachLoads(scratch.root, tests);
    for (const mutant of mutants.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))) {
      const likely = loads
        ? likelyTests(mutant.file, loads)
        : [...flowTests(mutant.file, tests), ...(isFitForChartChecks(mutant) ? checks : [])];
      const result = await run.evaluate(mutant, likely);
      if (isUndetected(result.verdict)) undetected.push(mutant);
      onResult(result, mutant);
    }
    for (const mutant of await uncompilable(undetected, options))
      onResult({ key: mutant.key, verdict: 'compileError', by: 'the compiler' }, mutant);
  } finally {
    run.stop();
    rmSync(join(scratch.root, '.cache'), { recursive: true, force: true });
  }
}
