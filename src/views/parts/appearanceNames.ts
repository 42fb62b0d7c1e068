import type { Density, ThemeChoice } from '../../contract/shell/appearance.ts';

export const themeNames: Readonly<Record<ThemeChoice, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'classic-dark': 'Classic dark',
};

export const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };
