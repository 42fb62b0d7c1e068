import { paletteSections } from '../../contract/palette.ts';
import type { Command } from '../commands.ts';

/** Small letters without accents, so that "Café" is found by "cafe". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{Mark}/gu, '').toLowerCase();

/** How well one word of a query fits a text, from 0 (not at all) to 1 (it begins with it). */
function fit(word: string, text: string): number {
  if (text.startsWith(word)) return 1;
  if (text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return 0.9;
  if (text.includes(word)) return 0.6;
  // The letters in their order: better the more of them begin words, as "nq" for "New query", and the fewer lie between.
  let place = -1;
  let starts = 0;
  let first = -1;
  for (const letter of word) {
    place = text.indexOf(letter, place + 1);
    if (place < 0) return 0;
    if (first < 0) first = place;
    if (place === 0 || /[^\p{L}\p{N}]/u.test(text[place - 1]!)) starts += 1;
  }
  if (starts === word.length) return 0.8;
  const stretch = word.length / (place - first + 1);
  return stretch < 0.5 ? 0 : 0.4 * stretch;
}

/** How well a command fits what was typed; 0 when a word of it is nowhere. A match in other words than its name counts less. */
export function scoreOf({ label, keywords = [] }: Pick<Command, 'label' | 'keywords'>, query: string): number {
  const words = plain(query).split(/\s+/).filter((word) => word !== '');
  const name = plain(label);
  const others = keywords.map(plain);
  let total = 0;
  for (const word of words) {
    const best = Math.max(fit(word, name), ...others.map((other) => 0.7 * fit(word, other)));
    if (best === 0) return 0;
    total += best;
  }
  const whole = name.startsWith(words.join(' ')) ? 0.2 : 0;
  return words.length === 0 ? 1 : total / words.length + whole - Math.min(name.length, 80) / 1_000;
}

/** What is only found stands behind what leads there, where both fit alike. */
const deepFactor = 0.6;

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/** The commands by section: in the sections' own order while nothing is typed, else what fits best first. */
export function groupsOf(commands: readonly Command[], query: string): CommandGroup[] {
  const isSought = query.trim() !== '';
  const found = commands
    .filter(({ isHidden = false }) => isSought || !isHidden)
    .map((command) => ({ command, score: isSought ? scoreOf(command, query) * (command.isHidden ? deepFactor : 1) : 1 }))
    .filter(({ score }) => score > 0);
  const groups = paletteSections.map((title) => {
    const members = found.filter(({ command }) => command.section === title).toSorted((a, b) => b.score - a.score);
    return { title, best: members[0]?.score ?? 0, commands: members.map(({ command }) => command) };
  });
  return groups.filter((group) => group.commands.length > 0).toSorted((a, b) => b.best - a.best).map(({ title, commands: members }) => ({ title, commands: members }));
}
