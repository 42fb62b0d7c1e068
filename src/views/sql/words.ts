/** Numbers and times as the SQL editor says them. */

export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut with the computer's own modifier: `Mod+Enter` is ⌘↵ or Ctrl Enter. */
export const shortcut = (keys: string): string => (isMac
  ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧').replace('Alt+', '⌥').replace('Enter', '↵')
  : keys.replace('Mod+', 'Ctrl ').replace('Shift+', 'Shift ').replace('Alt+', 'Alt '));

export const counted = (value: number, one: string, many = `${one}s`): string => `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

/** A duration with as much of it as one cares about. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return 'less than 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' });

const shortClock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const shortYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

/** A moment in as few characters as tell it from others: the time today, else the day, else the month. */
export function shortMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return shortClock.format(date);
  return (date.getFullYear() === now.getFullYear() ? shortDay : shortYear).format(date);
}

/** A moment in local time, and in UTC for a hover. */
export function moment(iso: string): { local: string; full: string } {
  const date = new Date(iso);
  const local = `${day.format(date)}, ${clock.format(date)}`;
  return { local, full: `${local} local time, ${date.toISOString().replace('T', ' ').slice(0, 19)} UTC` };
}
