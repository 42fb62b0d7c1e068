import type { Theme, ThemeChoice } from '../../../contract/shell/themes.ts';

/** Color preferences that a system reports. */
export type SystemTheme = Extract<Theme, 'light' | 'dark'>;

export const resolveTheme = ({ choice, systemTheme }: { choice: ThemeChoice; systemTheme: SystemTheme }): Theme =>
  choice === 'system' ? systemTheme : choice;
