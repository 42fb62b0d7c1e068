import { isMac } from './isMac.ts';

const names: Readonly<Record<string, string>> = isMac
  ? { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘', Enter: '↵', Escape: 'Esc' }
  : { Mod: 'Ctrl', Meta: 'Win', Escape: 'Esc' };

/** A stroke as the computer shows it: `Mod+K` is ⌘K or Ctrl K. */
export const strokeText = (stroke: string): string =>
  stroke
    .split(/\+(?=.)/)
    .map((key) => names[key] ?? key)
    .join(isMac ? '' : ' ');
