import type { SnapshotFrom } from 'xstate';
import type { ThemeChoice } from '../../../contract/shell/themes.ts';
import type { themeMachine } from './theme.machine.ts';

type ThemeSnapshot = SnapshotFrom<typeof themeMachine>;

export const selectThemeChoice = ({ context }: ThemeSnapshot): ThemeChoice => context.choice;
