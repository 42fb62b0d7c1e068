/** The first that a user agent names counts: most browsers also name those that they imitate. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const firstIn = (table: typeof browsers, userAgent: string) => table.find(([, sign]) => sign.test(userAgent))?.[0];

/** A device as its user knows it: "Firefox on Windows". A program is named by its first word, such as `curl`. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device';
  const browser = firstIn(browsers, userAgent);
  const system = firstIn(systems, userAgent);
  if (browser === undefined) return system ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}
