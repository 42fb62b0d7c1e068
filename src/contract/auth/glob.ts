/** `**` stands for any text, `*` for any without `.` and `/`, `?` for one character but those. */
const isWithinPart = (character: string): boolean => character !== '.' && character !== '/';

/**
 * Whether the glob matches the whole text. All ways to match are followed at once, so the time is bounded by the
 * product of the lengths: globs come from users, and a regular expression made of one could take minutes.
 */
export function isGlobOf(glob: string, text: string): boolean {
  const tokens = glob.match(/\*\*|[^]/g) ?? [];
  const isStar = (token: string | undefined): boolean => token === '**' || token === '*';
  /** A star may match nothing, so what follows it is reached with it. */
  const reach = (places: Uint8Array): Uint8Array => {
    for (const [index, token] of tokens.entries()) if (places[index] === 1 && isStar(token)) places[index + 1] = 1;
    return places;
  };
  let places = new Uint8Array(tokens.length + 1);
  places[0] = 1;
  places = reach(places) as typeof places;
  for (const character of text.split('')) {
    const next = new Uint8Array(tokens.length + 1);
    for (const [index, token] of tokens.entries()) {
      if (places[index] !== 1) continue;
      if (token === '**' || (token === '*' && isWithinPart(character))) next[index] = 1;
      if (token === '?' ? isWithinPart(character) : token === character) next[index + 1] = 1;
    }
    places = reach(next) as typeof places;
  }
  return places[tokens.length] === 1;
}
