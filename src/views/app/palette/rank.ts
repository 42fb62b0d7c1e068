import { paletteSections } from '../../../contract/shell/palette.ts';
import type { Command } from '../../parts/commands.ts';

const notInWords = /[^\p{L}\p{N}]+/u;

/** Small letters without accents, so that "Café" is found by "cafe". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** How well one word of a query fits a text, from 0 (not at all) to 1 (it begins with it). */
function fit(word: string, text: string): number {
  if (text.startsWith(word)) return 1;
  if (text.split(notInWords).some((part) => part.startsWith(word))) return 0.9;
  if (text.includes(word)) return 0.6;
  // The letters in their order: better the more of them begin words, as "nq" for "New query", and the fewer lie between.
  let index = -1;
  let starts = 0;
  let first = -1;
  for (const letter of word) {
    index = text.indexOf(letter, index + 1);
    if (index < 0) return 0;
    if (first < 0) first = index;
    if (index === 0 || notInWords.test(text[index - 1]!)) starts += 1;
  }
  if (starts === word.length) return 0.8;
  const stretch = word.length / (index - first + 1);
  return stretch < 0.5 ? 0 : 0.4 * stretch;
}

/** Fewer letters than these are too like everything. */
const slipFrom = 4;

/** Whether a word begins as was typed but for one slip: a letter wrong, missing or too many, though not the first, or two that changed places. */
function beginsAlmost(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const goesOn = (after: number, behind: number) => word.slice(at + behind).startsWith(typed.slice(at + after));
  if (typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(2, 2)) return true;
  return at > 0 && (goesOn(1, 1) || goesOn(1, 0) || goesOn(0, 1));
}

/** As `fit`, for who has made a slip. */
const fitAlmost = (word: string, text: string): number =>
  fit(word, text) ||
  (word.length >= slipFrom && text.split(notInWords).some((part) => beginsAlmost(word, part)) ? 0.3 : 0);

type Words = Pick<Command, 'label' | 'keywords' | 'detail'>;

export interface Match {
  /** How well a command fits what was typed. */
  score: number;
  /** What it was found by, where its row does not say so. */
  alias: string | undefined;
}

/** Whether a command fits all words that were typed, and how well. A match in other words than its name counts less. */
export function matchOf({ label, keywords = [], detail = '' }: Words, query: string, fits = fit): Match | null {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const name = plain(label);
  const said = plain(`${label} ${detail}`);
  let total = 0;
  let alias: string | undefined;
  for (const word of words) {
    let best = fits(word, name);
    let by: string | undefined;
    for (const keyword of keywords) {
      const score = 0.7 * fits(word, plain(keyword));
      if (score > best) [best, by] = [score, keyword];
    }
    if (best === 0) return null;
    if (by !== undefined && !said.includes(plain(by))) alias ??= by;
    total += best;
  }
  const whole = name.startsWith(words.join(' ')) ? 0.2 : 0;
  return { score: words.length === 0 ? 1 : total / words.length + whole - Math.min(name.length, 80) / 1_000, alias };
}

/** What is only found stands behind what leads there, where both fit alike. */
const deepFactor = 0.6;

export interface FoundCommand extends Command {
  /** What it was found by, where its row does not say so otherwise. */
  alias?: string | undefined;
}

export interface CommandGroup {
  title: string;
  commands: readonly FoundCommand[];
}

interface Ranked {
  command: FoundCommand;
  score: number;
}

const ranked = (commands: readonly Command[], query: string, fits: typeof fit): Ranked[] =>
  commands.flatMap((command) => {
    const match = matchOf(command, query, fits);
    return match === null
      ? []
      : [
          {
            command: match.alias === undefined ? command : { ...command, alias: match.alias },
            score: match.score * (command.isHidden ? deepFactor : 1),
          },
        ];
  });

/** What fits; what almost does only where nothing else is meant. */
function soughtIn(commands: readonly Command[], query: string): Ranked[] {
  const exact = ranked(commands, query, fit);
  return exact.length > 0 ? exact : ranked(commands, query, fitAlmost);
}

/** The commands by section: in the sections' own order while nothing is typed, else what fits best first. */
export function groupsOf(commands: readonly Command[], query: string): CommandGroup[] {
  const found =
    query.trim() === ''
      ? commands
          .filter(({ isHidden = false, isHere = false }) => !isHidden && !isHere)
          .map((command) => ({ command, score: 1 }))
      : soughtIn(commands, query);
  const groups = paletteSections.map((title) => {
    const members = found.filter(({ command }) => command.section === title).toSorted((a, b) => b.score - a.score);
    return { title, best: members[0]?.score ?? 0, commands: members.map(({ command }) => command) };
  });
  return groups
    .filter((group) => group.commands.length > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ title, commands: members }) => ({ title, commands: members }));
}
