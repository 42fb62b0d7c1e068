import { describe, expect, test } from 'vitest';
import { colors } from '../../../src/views/theme/colors.ts';

type Color = keyof typeof colors;
const themes = { light: 'base', dark: '_dark', 'classic-dark': '_classicDark' } as const;

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds: readonly Color[] = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'];

/** Every text on every ground that a part may put it on, at 4.5. */
const texts: readonly [text: Color, grounds: readonly Color[]][] = [
  ['text', [...grounds, 'selection', 'accentSubtle', 'dangerSubtle', 'warningSubtle', 'successSubtle']],
  ['muted', [...grounds, 'accentSubtle', 'dangerSubtle', 'warningSubtle', 'successSubtle']],
  ['accent', [...grounds, 'accentSubtle']],
  ['danger', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'dangerSubtle']],
  ['warning', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'warningSubtle']],
  ['success', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'successSubtle']],
  ['onAccent', ['accentSolid', 'accentSolidHover']],
  ['onDanger', ['dangerSolid', 'dangerSolidHover']],
  ['onWarning', ['warningSolid', 'warningSolidHover']],
  ['onSuccess', ['successSolid', 'successSolidHover']],
  ...(
    [
      'syntaxKeyword',
      'syntaxString',
      'syntaxNumber',
      'syntaxName',
      'syntaxType',
      'syntaxComment',
      'syntaxOperator',
    ] as const
  ).map((syntax): [Color, readonly Color[]] => [syntax, ['surface', 'sunken', 'raised']]),
];

/** Outlines and marks that have to be seen to be used, at 3. */
const marks: readonly [mark: Color, grounds: readonly Color[]][] = [
  ['border', ['canvas', 'surface', 'raised']],
  ['focus', [...grounds, 'accentSubtle', 'dangerSubtle', 'warningSubtle']],
  ['accentSolid', ['surface', 'canvas']],
  ['onAccent', ['border', 'accentSolid']],
  ['danger', ['hover']],
  ['warning', ['hover']],
  ['success', ['hover']],
];

describe.each(Object.entries(themes))('contrast in %s', (_, condition) => {
  const valueOf = (name: Color): string => colors[name].value[condition];
  const pairs = (list: readonly [Color, readonly Color[]][]) =>
    list.flatMap(([front, backs]) => backs.map((back) => ({ front, back })));

  test.each(pairs(texts))('$front can be read on $back', ({ front, back }) => {
    expect(contrast(valueOf(front), valueOf(back))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(marks))('$front can be made out on $back', ({ front, back }) => {
    expect(contrast(valueOf(front), valueOf(back))).toBeGreaterThanOrEqual(3);
  });
});

test('every colour is checked, or is a ground, a line or what cannot be used', () => {
  const checked = new Set<Color>([...texts, ...marks].flatMap(([front, backs]) => [front, ...backs]));
  const decorative: readonly Color[] = ['scrim', 'hairline', 'edge', 'disabled'];
  expect(
    Object.keys(colors).filter((name) => !checked.has(name as Color) && !decorative.includes(name as Color)),
  ).toEqual([]);
});
