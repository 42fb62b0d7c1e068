/** Specification, section 1: three themes, the system's by default. */
export const themes = ['light', 'dark', 'classic-dark'] as const;
export type Theme = (typeof themes)[number];

export const themeChoices = ['system', ...themes] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const themeNames: Readonly<Record<ThemeChoice, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'classic-dark': 'Classic dark',
};
