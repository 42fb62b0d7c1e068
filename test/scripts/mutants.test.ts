import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LayerName } from '../../scripts/mutants/layers.ts';
import { mutantsIn, mutantsOf, mutated, sampleOf } from '../../scripts/mutants/mutants.ts';
import { whatEachLoads, withNotes } from '../../scripts/mutants/reach.ts';
import {
  readExplanations,
  readRecords,
  staleExplanations,
  type Explanations,
  type LayerRecord,
} from '../../scripts/mutants/record.ts';
import { mutationScore, scoreWithoutExplained, reportOf, scoreOf } from '../../scripts/mutants/report.ts';
import { isUndetected, runLayer, type Result } from '../../scripts/mutants/run.ts';
import { createScratch } from '../../scripts/mutants/scratch.ts';
import { flowTests, likelyTests } from '../../scripts/mutants/selection.ts';
import { parseSource } from '../../scripts/mutants/syntax.ts';
import { Testing } from '../../scripts/mutants/testing.ts';

const repository = resolve(import.meta.dirname, '../..');

const door = `
import { setup } from 'xstate';

export const doorMachine = setup({
  guards: { isFree: ({ context }) => context.holders.has('nobody') },
}).createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: {
      tags: 'still',
      on: { 'door.pushed': [{ guard: 'isFree', target: 'open', actions: ['creak', { type: 'count', params: { by: 1 } }] }, { target: 'shut' }] },
    },
    open: {
      entry: 'light',
      invoke: { id: 'spring', src: 'spring', onDone: { target: 'shut' }, onError: { target: '#door.shut', reenter: true } },
      after: { patience: { target: 'shut' } },
      initial: 'wide',
      states: { wide: { on: { 'wind.rose': { target: 'ajar' } } }, ajar: { always: { target: '#door.open.wide' } } },
    },
  },
});
`;

/** Each mutant as operator, path and change. */
const mutationsIn = (file: string, text: string, layer: LayerName): string[] =>
  mutantsOf(file, text, layer).map(
    ({ operator, where, before, after }) =>
      `${operator} in ${where}: ${before.replaceAll(/\s+/g, ' ').trim()}${after === '' ? '' : ` → ${after}`}`,
  );

describe('mutants of a chart', () => {
  const mutations = mutationsIn('src/machines/door/door.machine.ts', door, 'machines');

  it.each([
    "change initial in (root): 'shut' → 'open'",
    "drop tag in shut: tags: 'still'",
    "remove transition in shut door.pushed: { target: 'shut' }",
    "drop guard in shut door.pushed: guard: 'isFree'",
    "negate guard in shut door.pushed: 'isFree' → negated('isFree' as never)",
    "change target in shut door.pushed: 'open' → 'shut'",
    "drop action in shut door.pushed: 'creak'",
    "drop action in shut door.pushed: { type: 'count', params: { by: 1 } }",
    "drop action in open entry: entry: 'light'",
    "remove transition in open spring onError: onError: { target: '#door.shut', reenter: true }",
    "change target in open spring onError: '#door.shut' → '#door.open'",
    'drop reenter in open spring onError: reenter: true',
    "remove transition in open after patience: patience: { target: 'shut' }",
    "change initial in open: 'wide' → 'ajar'",
    "change target in open.wide wind.rose: 'ajar' → 'wide'",
    "change target in open.ajar always: '#door.open.wide' → '#door.open.ajar'",
    "negate answer in doorMachine.guards.isFree: context.holders.has('nobody') → !(context.holders.has('nobody'))",
  ])('%s', (mutation) => {
    expect(mutations).toContain(mutation);
  });

  it('still parses after every mutation', () => {
    const mutants = mutantsOf('door.machine.ts', door, 'machines');
    expect(mutants.length).toBeGreaterThan(mutations.length / 2);
    for (const mutant of mutants)
      expect(() => parseSource('door.machine.ts', mutated(door, mutant)), mutant.key).not.toThrow();
  });
});

describe('mutants of other code', () => {
  it('negates conditions and drops attributes of elements', () => {
    const view = `export const Save = ({ busy, failure, save }: Props) => (
      <form onSubmit={save} className="wide">
        {failure && <Alert title="Not saved" />}
        <button disabled={busy || failure === null}>{busy ? <Spinner /> : 'x'} Save it</button>
      </form>
    );`;
    expect(mutationsIn('Save.tsx', view, 'views')).toEqual([
      'drop attribute in Save.form: onSubmit={save}',
      'exchange logic in Save.form: failure && <Alert title="Not saved" /> → (failure) || (<Alert title="Not saved" />)',
      'negate what is shown in Save.form: failure → !(failure)',
      'change text in Save.Alert: "Not saved" → "mutated"',
      'drop attribute in Save.button: disabled={busy || failure === null}',
      'exchange logic in Save.button: busy || failure === null → (busy) && (failure === null)',
      'exchange comparison in Save.button: failure === null → failure !== null',
      'negate condition in Save.button: busy → !(busy)',
      'change text in Save.button: Save it → mutated',
    ]);
  });

  it('removes statements and query conditions, and changes numbers', () => {
    const service = `export async function rename(id: number, name: string) {
      if (name.length >= 64) throw new Error('too long');
      await db.update('users').where('id', '=', id).execute();
      log.info('renamed');
      await sql\`update users set name = \${name}
        where id = \${id}
          and version = \${1}\`;
    }`;
    expect(mutationsIn('server/users.ts', service, 'server')).toEqual([
      expect.stringMatching(/^empty body in rename: \{.*\} → \{ return; \}$/),
      'exchange comparison in rename: name.length >= 64 → name.length > 64',
      'change number in rename: 64 → 65',
      "remove statement in rename: await db.update('users').where('id', '=', id).execute();",
      "drop where in rename: .where('id', '=', id)",
      'drop SQL condition in rename: and version = ${1}',
      'change number in rename: 1 → 2',
    ]);
  });
});

describe('the key of a mutant', () => {
  const keysOf = (text: string): string[] => mutantsOf('door.machine.ts', text, 'machines').map(({ key }) => key);

  it('survives reformatting and a move to another folder', () => {
    const reformatted = door
      .replaceAll("'", '"')
      .replaceAll('{ ', '{\n')
      .replaceAll(/(?<=[^,\s])\s*\}/g, ',\n}');
    expect(keysOf(reformatted)).toEqual(keysOf(door));
    expect(mutantsOf('src/machines/house/door/door.machine.ts', door, 'machines').map(({ key }) => key)).toEqual(
      keysOf(door),
    );
  });

  it('survives changes elsewhere in the file and a new description', () => {
    const changed = door
      .replace("onDone: { target: 'shut' }", "onDone: { target: 'shut', description: 'It is a strong one.' }")
      .replace("entry: 'light',", "entry: ['light', 'ring'],");
    const [before, after] = [new Set(keysOf(door)), new Set(keysOf(changed))];
    expect([...before].filter((key) => !after.has(key))).toEqual([]);
  });

  it('is unique', () => {
    const all = mutantsIn(repository, 'services').map(({ key }) => key);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a sample', () => {
  const all = mutantsOf('door.machine.ts', door, 'machines');

  it('depends on the seed only', () => {
    const keys = (seed: number): string[] => sampleOf(all, 8, seed).map(({ key }) => key);
    expect(keys(1)).toEqual(keys(1));
    expect(keys(1)).toHaveLength(8);
    expect(keys(2)).not.toEqual(keys(1));
  });

  it('keeps its mutants when others are added', () => {
    const [half, whole] = [sampleOf(all.slice(0, 20), 10, 1), sampleOf(all, all.length, 1)];
    const order = whole.map(({ key }) => key).filter((key) => all.slice(0, 20).some((mutant) => mutant.key === key));
    expect(half.map(({ key }) => key)).toEqual(order.slice(0, 10));
  });
});

describe('the choice of tests', () => {
  it('takes tests with the name of a flow from any folder, those with a view last', () => {
    const tests = [
      'test/views/sql.paths.test.tsx',
      'test/flows/x/sql.test.ts',
      'test/machines/sql.paths.test.ts',
      'test/machines/sqlRun.paths.test.ts',
    ];
    expect(flowTests('src/machines/a/sql/sql.machine.ts', tests)).toEqual([
      'test/flows/x/sql.test.ts',
      'test/machines/sql.paths.test.ts',
      'test/views/sql.paths.test.tsx',
    ]);
  });

  it('takes tests that load the file: by its name, by its folder, of its part, then the most direct, then the narrowest', () => {
    const http = 'server/auth/http.ts';
    const loads = new Map(
      Object.entries({
        'test/distant.test.ts': { x: 1, [http]: 2 },
        'test/wide.test.ts': { [http]: 1, x: 1, y: 1 },
        'test/narrow.test.ts': { [http]: 1, x: 1 },
        'test/auth.test.ts': { x: 1, [http]: 2 },
        'test/http.test.ts': { x: 1, y: 2, [http]: 3 },
        'test/other.test.ts': { x: 1 },
        'test/server/sessions.test.ts': { x: 1, y: 2, [http]: 4 },
      }).map(([test, files]) => [test, new Map(Object.entries(files))]),
    );
    expect(likelyTests(http, loads)).toEqual([
      'test/http.test.ts',
      'test/auth.test.ts',
      'test/server/sessions.test.ts',
      'test/narrow.test.ts',
      'test/wide.test.ts',
      'test/distant.test.ts',
    ]);
  });
});

describe('scores and explanations', () => {
  const [first, second, third] = mutantsOf(
    'src/services/x.ts',
    'export const f = (a: number) => a === 1 && a > 2 && a < 3;',
    'services',
  );
  const record: LayerRecord = {
    layer: 'services',
    seed: 1,
    of: 9,
    verdicts: { [first!.key]: 'survived', [second!.key]: 'killed', [third!.key]: 'timeout' },
  };
  const explained = (key: string): Explanations => ({
    machines: {},
    views: {},
    server: {},
    services: { [key]: 'It makes no difference at all.' },
  });
  const all = new Map<LayerName, typeof first extends undefined ? never : NonNullable<typeof first>[]>([
    ['services', [first!, second!, third!]],
  ]);

  it('counts detected mutants, with and without explained survivors', () => {
    const score = scoreOf(record, explained(first!.key));
    expect(score).toEqual({ mutants: 3, killed: 1, timeout: 1, compileError: 0, survived: 1, explained: 1 });
    expect([mutationScore(score), scoreWithoutExplained(score)]).toEqual(['66.7 %', '100.0 %']);
  });

  it('lists survivors with their place and explanation', () => {
    expect(reportOf([record], explained(first!.key), all)).toContain('| src/services/x.ts:1<br>f | ');
    expect(reportOf([record], explained(first!.key), all)).toContain('It makes no difference at all.');
    expect(reportOf([record], explained('other'), all)).toContain('**not explained**');
  });

  it('reports stale explanations', () => {
    expect(staleExplanations(explained(first!.key), [record], all)).toEqual([]);
    expect(staleExplanations(explained(second!.key), [record], all)).toEqual([
      `services: ${second!.key}: no longer survives (killed)`,
    ]);
    expect(staleExplanations(explained('y.ts | g'), [record], all)).toEqual(['services: y.ts | g: no such mutant']);
  });
});

describe('the committed record', () => {
  const sources = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' });
  const names = new Set(
    [...sources, ...readdirSync(join(repository, 'server'), { recursive: true, encoding: 'utf8' })].map((file) =>
      basename(file),
    ),
  );
  const explanations = readExplanations(repository);

  it('leaves no survivor without an explanation', () => {
    const report = readFileSync(join(repository, 'bench/MUTANTS.md'), 'utf8');
    expect(report.split('\n').filter((line) => /\*\*(?:not explained|no test executes it)\*\*/.test(line))).toEqual([]);
    for (const { layer, verdicts } of readRecords(repository)) {
      const unexplained = Object.keys(verdicts).filter(
        (key) => isUndetected(verdicts[key]!) && explanations[layer][key] === undefined,
      );
      expect(unexplained).toEqual([]);
    }
  });

  it('explains mutants of files that there are', () => {
    const keys = Object.values(explanations).flatMap((each) => Object.keys(each));
    expect(keys.filter((key) => !names.has(key.split(' | ')[0]!))).toEqual([]);
  });
});

describe('a run', () => {
  let folder: string;
  const files: Readonly<Record<string, string>> = {
    'package.json': '{ "type": "module" }',
    'vitest.config.ts':
      "export default { test: { projects: [{ test: { name: 'unit', include: ['test/**/*.test.ts'] } }] } };",
    'src/services/limit.ts': `export function isWithin(count: number, limit: number): boolean {
      return count <= limit;
    }
    export function isNegative(count: number): boolean {
      return count < 0;
    }`,
    'src/services/unit.ts': 'export type Unit = number;',
    'test/limit.test.ts': `import { expect, it } from 'vitest';
      import type { Unit } from '../src/services/unit.ts';
      import { isWithin } from '../src/services/limit.ts';
      it('knows its limit', () => {
        expect([isWithin(1, 2), isWithin(3, 2)]).toEqual([true, false]);
      });`,
    'test/boundary.test.ts': `import { expect, it } from 'vitest';
      import { isWithin } from '../src/services/limit.ts';
      it('takes what is just enough', () => {
        expect(isWithin(2, 2)).toBe(true);
      });`,
    'test/broken.test.ts': `import { expect, it } from 'vitest';
      import { isNegative } from '../src/services/limit.ts';
      it('fails without a mutation', () => {
        expect(isNegative(1)).toBe(true);
      });`,
    'test/loop.test.ts': `import { expect, it } from 'vitest';
      it('never ends', () => {
        for (let turns = 0; turns < Infinity; turns += 1);
        expect.fail();
      });`,
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'basechart-mutants-'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function verdictsWithout(test: string | null): Promise<{ results: Result[]; said: string[] }> {
    const scratch = createScratch(folder, 'run');
    if (test !== null) rmSync(join(scratch.root, test));
    const results: Result[] = [];
    const said: string[] = [];
    const comparisons = mutantsIn(folder, 'services').filter(({ operator }) => operator === 'exchange comparison');
    await runLayer(comparisons, { layer: 'services', scratch, say: (line) => said.push(line) }, (result) =>
      results.push(result),
    );
    expect(readFileSync(join(scratch.root, 'src/services/limit.ts'), 'utf8')).toBe(files['src/services/limit.ts']);
    return { results, said };
  }

  it('distinguishes killed mutants from code without coverage, and skips a test that fails without a mutation', async () => {
    const { results, said } = await verdictsWithout(null);
    expect(results).toEqual([
      {
        key: expect.stringContaining('isWithin'),
        verdict: 'killed',
        by: 'test/boundary.test.ts: takes what is just enough',
      },
      { key: expect.stringContaining('isNegative'), verdict: 'noCoverage', by: null },
    ]);
    expect(said).toContainEqual(expect.stringContaining('test/broken.test.ts is skipped'));
  });

  it('reports a mutant that no test detects as a survivor', async () => {
    const { results } = await verdictsWithout('test/boundary.test.ts');
    expect(results[0]).toMatchObject({ key: expect.stringContaining('isWithin'), verdict: 'survived' });
  });

  it('stops an endless test and can run others afterwards', async () => {
    const testing = new Testing(createScratch(folder, 'loop').root);
    try {
      expect(await testing.files()).toContain('test/loop.test.ts');
      expect(await testing.run({ tests: ['test/loop.test.ts'], changed: [] }, 3_000)).toMatchObject({ timedOut: true });
      expect(await testing.run({ tests: ['test/limit.test.ts'], changed: [] }, 60_000)).toMatchObject({
        failure: null,
        timedOut: false,
      });
    } finally {
      testing.stop();
    }
  });

  it('does not count tests that never start as tests that fail', async () => {
    const { root, write } = createScratch(folder, 'unstarted');
    write(
      'vitest.config.ts',
      "export default { test: { projects: [{ test: { name: 'unit', include: ['test/**/*.test.ts'], environment: './missing.ts' } }] } };",
    );
    const testing = new Testing(root);
    try {
      await expect(testing.run({ tests: ['test/limit.test.ts'], changed: [] }, 60_000)).rejects.toThrow(
        'The tests did not start: [vitest-pool]: ',
      );
    } finally {
      testing.stop();
    }
  });

  it('records which functions run without changing their results', () => {
    const notes = join(folder, 'notes');
    writeFileSync(notes, '');
    const text = 'const twice = (n) => n * 2; const never = function () { return 3; }; result(twice(4));';
    const noted = withNotes(
      'x.js',
      text,
      [
        { id: 'twice', start: text.indexOf('n * 2') },
        { id: 'never', start: text.indexOf('return') },
        { id: 'top', start: 0 },
      ],
      notes,
    );
    let answer: unknown;
    // oxlint-disable-next-line no-new-func -- this is the only way to run code that was just written
    new Function('result', noted)((value: unknown) => (answer = value));
    expect(answer).toBe(8);
    expect(readFileSync(notes, 'utf8').trim().split('\n').toSorted()).toEqual(['top', 'twice']);
  });

  it('finds what a test loads, and not what it takes only types from', () => {
    expect(whatEachLoads(folder, ['test/limit.test.ts'])).toEqual(
      new Map([
        [
          'test/limit.test.ts',
          new Map([
            ['test/limit.test.ts', 0],
            ['src/services/limit.ts', 1],
          ]),
        ],
      ]),
    );
  });
});
