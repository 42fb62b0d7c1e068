/** Writes `bench/MUTANTS.md`: mutation scores and survivors. */
import type { LayerName } from './layers.ts';
import type { Mutant } from './mutants.ts';
import type { Explanations, LayerRecord } from './record.ts';
import { isUndetected } from './run.ts';

export interface Score {
  mutants: number;
  killed: number;
  timeout: number;
  compileError: number;
  survived: number;
  explained: number;
}

export function scoreOf({ layer, verdicts }: LayerRecord, explanations: Explanations): Score {
  const all = Object.entries(verdicts);
  const count = (...wanted: string[]): number => all.filter(([, verdict]) => wanted.includes(verdict)).length;
  return {
    mutants: all.length,
    killed: count('killed'),
    timeout: count('timeout'),
    compileError: count('compileError'),
    survived: count('survived', 'noCoverage'),
    explained: all.filter(([key, verdict]) => isUndetected(verdict) && explanations[layer][key] !== undefined).length,
  };
}

const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

/** The share of detected mutants; and the same without the explained survivors. */
export const mutationScore = ({ mutants, survived }: Score): string => percent(mutants - survived, mutants);
export const scoreWithoutExplained = ({ mutants, survived, explained }: Score): string =>
  percent(mutants - survived, mutants - explained);

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const longest = 90;
const code = (text: string): string => {
  const short = cell(text);
  return short === ''
    ? ''
    : `\`${(short.length > longest ? `${short.slice(0, longest)}…` : short).replaceAll('`', "'")}\``;
};

const describe = ({ operator, before, after }: Mutant): string =>
  `${operator}: ${code(before)}${after === '' ? '' : ` → ${code(after)}`}`;

function survivorsOf(
  { layer, verdicts }: LayerRecord,
  explanations: Explanations,
  mutants: readonly Mutant[],
): string[] {
  const undetected = mutants.filter(({ key }) => isUndetected(verdicts[key] ?? 'killed'));
  if (undetected.length === 0) return ['None.'];
  return [
    '| Where | Mutation | Why it is acceptable |',
    '| --- | --- | --- |',
    ...undetected.map((mutant) => {
      const why =
        explanations[layer][mutant.key] ??
        (verdicts[mutant.key] === 'noCoverage' ? '**no test executes it**' : '**not explained**');
      return `| ${mutant.file}:${mutant.line}<br>${cell(mutant.where)} | ${describe(mutant)} | ${cell(why)} |`;
    }),
  ];
}

export function reportOf(
  records: readonly LayerRecord[],
  explanations: Explanations,
  all: ReadonlyMap<LayerName, readonly Mutant[]>,
): string {
  const rows = records.map((record) => {
    const score = scoreOf(record, explanations);
    return `| ${record.layer} | ${score.mutants} of ${record.of} (seed ${record.seed}) | ${score.killed} | ${score.timeout} | ${score.compileError} | ${score.survived} | ${score.explained} | ${mutationScore(score)} | ${scoreWithoutExplained(score)} |`;
  });
  const sections = records.map((record) =>
    [`### ${record.layer}`, '', ...survivorsOf(record, explanations, all.get(record.layer) ?? [])].join('\n'),
  );
  return `${[
    '# Mutants',
    '',
    'Written by `npm run mutants -- --record`. A mutant is the code with one small change that a test should detect. Each layer is',
    'a sample that depends only on the seed; `npm run mutants -- --list bench/mutants/<layer>.json` runs exactly the same mutants',
    'again. Browser tests do not run, and comparisons with generated files (chart documents, coverage maps) do not count.',
    '',
    '| Layer | Mutants | Killed | Timed out | Compile error | Survived | Explained | Score | Score without explained |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    '## Survivors',
    '',
    sections.join('\n\n'),
  ].join('\n')}\n`;
}
