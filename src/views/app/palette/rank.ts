import { paletteSections } from '../../../contract/shell/palette.ts';
import type { Command } from '../../parts/commands.ts';

const notInWords = /[^\p{L}\p{N}]+/u;

/** Lower case without accents, so that "cafe" finds "Café". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

const wordStart = 0.9;

/** How well one word of a query matches a text, from 0 (not at all) to 1 (the text begins with it). */
function fit(word: string, text: string): number {
  if (text.startsWith(word)) return 1;
  if (text.split(notInWords).some((part) => part.startsWith(word))) return wordStart;
  if (text.includes(word)) return 0.6;
  // Matches the letters in order: the score rises with the letters that begin words, as "nq" for "New query", and falls
  // with the gaps.
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

/** Shorter words would match almost everything. */
const slipFrom = 4;

/**
 * Whether a word begins with the typed text, allowing one typo: one letter wrong, missing or extra (but not the first),
 * or two swapped.
 */
function beginsAlmost(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const goesOn = (after: number, behind: number) => word.slice(at + behind).startsWith(typed.slice(at + after));
  if (typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(2, 2)) return true;
  return at > 0 && (goesOn(1, 1) || goesOn(1, 0) || goesOn(0, 1));
}

/** Like `fit`, but allows one typo. */
const fitAlmost = (word: string, text: string): number =>
  fit(word, text) ||
  (word.length >= slipFrom && text.split(notInWords).some((part) => beginsAlmost(word, part)) ? 0.3 : 0);

type Words = Pick<Command, 'label' | 'keywords' | 'detail'>;

export interface Match {
  /** How well a command matches the typed text. */
  score: number;
  /** The matched keyword, if the row does not show it. */
  alias: string | undefined;
  /** Whether several words were typed, and its name has words that begin with them all. */
  isNamed: boolean;
}

/** Whether a command matches all typed words, and how well. A match outside its name scores lower. */
export function matchOf({ label, keywords = [], detail = '' }: Words, query: string, fits = fit): Match | null {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const name = plain(label);
  const said = plain(`${label} ${detail}`);
  let total = 0;
  let alias: string | undefined;
  let isNamed = words.length > 1;
  for (const word of words) {
    let best = fits(word, name);
    isNamed &&= best >= wordStart;
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
  const score = words.length === 0 ? 1 : total / words.length + whole - Math.min(name.length, 80) / 1_000;
  return { score, alias, isNamed };
}

/** With equal scores, commands that only appear in searches rank below the others. */
const deepFactor = 0.6;

interface FoundCommand extends Command {
  /** The matched keyword, if the row does not show it otherwise. */
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
            score: (match.score + Number(match.isNamed)) * (command.isHidden ? deepFactor : 1),
          },
        ];
  });

/** Exact matches; matches with a typo only if there are no others. */
function soughtIn(commands: readonly Command[], query: string): Ranked[] {
  const exact = ranked(commands, query, fit);
  return exact.length > 0 ? exact : ranked(commands, query, fitAlmost);
}

/** The best matches of a long list, at most this many. */
export const bestOf = (commands: readonly Command[], query: string, max: number): Command[] =>
  soughtIn(commands, query)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ command }) => command);

/** The commands by section: in the order of the sections while the field is empty, otherwise the best match first. */
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
