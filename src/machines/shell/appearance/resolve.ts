import type { Appearance, AppearanceChoices, Theme } from '../../../contract/shell/appearance.ts';

/** Color preferences that a system reports. */
export type SystemTheme = Extract<Theme, 'light' | 'dark'>;

export const resolveAppearance = ({
  theme,
  density,
  timeZone,
  systemTheme,
}: AppearanceChoices & { systemTheme: SystemTheme }): Appearance => ({
  theme: theme === 'system' ? systemTheme : theme,
  density,
  timeZone,
});
