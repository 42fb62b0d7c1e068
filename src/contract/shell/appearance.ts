/** Specification, section 1: three themes, the system's by default. */
export const themes = ['light', 'dark', 'classic-dark'] as const;
export type Theme = (typeof themes)[number];

export const themeChoices = ['system', ...themes] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Row height in lists and grids. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What the user chose. */
export interface AppearanceChoices {
  theme: ThemeChoice;
  density: Density;
  /** In which times are shown, as `Europe/Berlin`; empty for the device's own. */
  timeZone: string;
}

/** What the page shows. */
export interface Appearance {
  theme: Theme;
  density: Density;
  timeZone: string;
}
