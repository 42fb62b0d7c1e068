import { describe, expect, test } from 'vitest';
import { markedNames, shortenCode, shortenRules, shortNames } from '../../scripts/vite/classNames.ts';

const rules = `@layer reset, utilities;
.own .c_text { margin: .5rem }
@layer utilities {
  .gap_1\\.5 { gap: 6px }
  .\\[\\&_\\>_svg\\]\\:c_text > svg { color: red }
  .max-w_full\\! { max-width: 100% !important }
  .before\\:content_\\"⋮\\"::before { content: "⋮" }
  @media (max-width: 47.9rem) { .c_text:is(:hover) { color: red } }
}`;
const shortened = (text: string) => shortenCode(text, shortNames(rules)).toString();

describe('short class names', () => {
  test('stand in the rules in place of those of Panda, and nothing else changes', () => {
    expect(shortenRules(rules, shortNames(rules))).toBe(`@layer reset, utilities;
.own .e { margin: .5rem }
@layer utilities {
  .a { gap: 6px }
  .b > svg { color: red }
  .c { max-width: 100% !important }
  .d::before { content: "⋮" }
  @media (max-width: 47.9rem) { .e:is(:hover) { color: red } }
}`);
  });

  test('stand in the code in the same order, however it quotes the names', () => {
    const names = markedNames('gap_1.5 [&_>_svg]:c_text max-w_full!');
    const quoted = JSON.stringify(markedNames('before:content_"⋮"'));
    expect(shortened(`x = "${names}" + '${markedNames('')}', y = ${quoted}, z = "c_text"`)).toBe(
      `x = "a b c" + '', y = "d", z = "c_text"`,
    );
  });

  test('are all different, and one letter as long as there are letters', () => {
    const names = Array.from({ length: 5_000 }, (_, place) => `n_${place}`);
    const short = shortNames(`@layer utilities {${names.map((name) => `.${name} {}`).join('')}}`);
    expect(new Set(short.values()).size).toBe(names.length);
    expect([...short.values()].filter((name) => name.length === 1)).toHaveLength(52);
    expect([...short.values()].every((name) => /^[a-z][a-z\d]*$/i.test(name) && !/ad/i.test(name))).toBe(true);
  });

  test('are not given to a class without a rule', () => {
    expect(() => shortened(`"${markedNames('c_gone')}"`)).toThrow('No rule has the class "c_gone".');
  });
});
