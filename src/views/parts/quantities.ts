import { grouped } from '../../contract/common/counts.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in units of 1,024 bytes, such as "8.4 MB". */
export function sizeWords(bytes: number): string {
  let power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  // Rounding may fill the unit.
  if (power < units.length - 1 && Math.round(bytes / 1024 ** power) === 1024) power++;
  const value = bytes / 1024 ** power;
  return `${grouped(value, value < 10 && power > 0 ? 1 : 0)} ${units[power]}`;
}

/** A duration as exactly as it matters, such as "420 ms", "1.53 s" or "2 min 5 s". */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  // Each unit takes what rounds to less than its end.
  if (Math.round(milliseconds) < 1_000) return `${Math.round(milliseconds)} ms`;
  const inSeconds = milliseconds / 1_000;
  if (Math.round(milliseconds / 10) < 1_000) return `${inSeconds.toFixed(2)} s`;
  if (Math.round(milliseconds / 100) < 600) return `${inSeconds.toFixed(1)} s`;
  const seconds = Math.round(inSeconds);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
