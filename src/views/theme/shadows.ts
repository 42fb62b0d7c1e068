/**
 * Depth, with a value per theme: on a dark page a shadow is only seen when it is deep, and what floats needs an edge
 * that the lines of the cards below it do not have.
 */
const themed = (light: string, dark: string) => ({ value: { base: light, _dark: dark, _classicDark: dark } });

export const shadows = {
  none: { value: 'none' },
  /** A card, which lies on the page. */
  card: { value: '0 1px 2px rgb(0 0 0 / 0.05)' },
  /** A track that is set into what it is on. */
  inset: { value: 'inset 0 0 0 1px {colors.hairline}' },
  float: themed(
    '0 0 0 1px {colors.hairline}, 0 8px 24px rgb(0 0 0 / 0.16), 0 2px 6px rgb(0 0 0 / 0.1)',
    '0 0 0 1px {colors.edge}, 0 12px 32px rgb(0 0 0 / 0.6), 0 2px 8px rgb(0 0 0 / 0.4)',
  ),
  dialog: themed(
    '0 0 0 1px {colors.hairline}, 0 24px 64px rgb(0 0 0 / 0.32), 0 4px 12px rgb(0 0 0 / 0.16)',
    '0 0 0 1px {colors.edge}, 0 24px 64px rgb(0 0 0 / 0.7), 0 4px 12px rgb(0 0 0 / 0.4)',
  ),
};
