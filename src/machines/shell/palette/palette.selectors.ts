import type { SnapshotFrom } from 'xstate';
import type { PaletteLevel, paletteMachine } from './palette.machine.ts';

type PaletteSnapshot = SnapshotFrom<typeof paletteMachine>;

export const selectIsOpen = (snapshot: PaletteSnapshot): boolean => snapshot.matches('open');
/** The current page; undefined while the palette is closed. */
export const selectLevel = ({ context }: PaletteSnapshot): PaletteLevel | undefined => context.levels.at(-1);
export const selectDepth = ({ context }: PaletteSnapshot): number => context.levels.length;
export const selectRecent = ({ context }: PaletteSnapshot): readonly string[] => context.recent;
/** The flow of the docs search, while its page is open and its code has loaded. */
export const selectDocsSearch = ({ children }: PaletteSnapshot) => children.docsSearch;
