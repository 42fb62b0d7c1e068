import type { Theme, ThemeChoice } from '../../../contract/shell/themes.ts';

/** What a system can say of itself. */
export type SystemTheme = Extract<Theme, 'light' | 'dark'>;

export const resolveTheme = ({ choice, systemTheme }: { choice: ThemeChoice; systemTheme: SystemTheme }): Theme =>
  choice === 'system' ? systemTheme : choice;
