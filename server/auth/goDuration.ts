const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** Go's largest duration. */
const maxMs = 9_223_372_036_854;

/** Milliseconds of a duration as Go writes it, such as `1h30m`; null if it is none. */
export function parseGoDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null;
  const sum = parts.reduce((total, [, count, unit]) => total + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
  return sum <= maxMs ? sum : null;
}
