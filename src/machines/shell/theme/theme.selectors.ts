import type { SnapshotFrom } from 'xstate';
import type { Theme, ThemeChoice } from '../../../contract/shell/themes.ts';
import { resolveTheme } from './resolveTheme.ts';
import type { themeMachine } from './theme.machine.ts';

type ThemeSnapshot = SnapshotFrom<typeof themeMachine>;

export const selectThemeChoice = ({ context }: ThemeSnapshot): ThemeChoice => context.choice;

/** The theme that is on, for what draws its own colours. */
export const selectTheme = ({ context }: ThemeSnapshot): Theme => resolveTheme(context);
