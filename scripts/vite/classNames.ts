import MagicString from 'magic-string';

/** Class names as Panda writes them, in the code of a build: to be shortened once all of them are known. */
export const markedNames = (names: string): string => `@css:${names}:css@`;

const firsts = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const others = `${firsts}0123456789`;

/** Blockers hide what is named like an advertisement. */
const blocked = /ad/i;

/** The shortest names, all different: `a` to `Z`, then `aa`, `ab` and so on. */
function shortName(place: number): string {
  if (place < firsts.length) return firsts[place]!;
  const rest = place - firsts.length;
  return `${shortName(Math.floor(rest / others.length))}${others[rest % others.length]!}`;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** Without numbers such as `.5`. */
const classes = /\.((?!\d)(?:\\[\da-f]{1,6} ?|\\.|[\w\u0080-\uffff-])+)/gi;

/** Short names by those of Panda, from its rules: its class names are those of the layer of utilities. */
export function shortNames(rules: string): ReadonlyMap<string, string> {
  const utilities = rules.slice(rules.search(/@layer utilities\s*\{/));
  const names = new Set(Array.from(utilities.matchAll(classes), ([, name = '']) => unescaped(name)));
  let place = 0;
  const next = (): string => {
    const name = shortName(place++);
    return blocked.test(name) ? next() : name;
  };
  return new Map(Array.from(names, (name) => [name, next()]));
}

/** The rules with short names. What Panda did not name keeps its name. */
export const shortenRules = (rules: string, names: ReadonlyMap<string, string>): string =>
  rules.replaceAll(classes, (selector, name: string) => {
    const short = names.get(unescaped(name));
    return short === undefined ? selector : `.${short}`;
  });

/** The code with short names. */
export const shortenCode = (code: string, names: ReadonlyMap<string, string>): MagicString =>
  new MagicString(code).replaceAll(/@css:(.*?):css@/g, (_, list: string) =>
    list
      .split(' ')
      .map((written) => {
        const name = written.replaceAll(/\\(.)/g, '$1');
        const short = names.get(name);
        if (name !== '' && short === undefined) throw new Error(`No rule has the class "${name}".`);
        return short;
      })
      .join(' '),
  );
