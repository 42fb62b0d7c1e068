import type { SnapshotFrom } from 'xstate';
import type { Density, ThemeChoice } from '../../../contract/shell/appearance.ts';
import type { appearanceMachine } from './appearance.machine.ts';

type AppearanceSnapshot = SnapshotFrom<typeof appearanceMachine>;

export const selectThemeChoice = ({ context }: AppearanceSnapshot): ThemeChoice => context.theme;
export const selectDensityChoice = ({ context }: AppearanceSnapshot): Density => context.density;
export const selectTimeZoneChoice = ({ context }: AppearanceSnapshot): string => context.timeZone;
