const colours: Readonly<Record<string, string>> = {
  trace: '90',
  debug: '36',
  info: '32',
  warn: '33',
  error: '31',
  fatal: '35',
};

/** A readable form of a JSON log line: time, level, message, then the fields. */
export function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const name = String(level);
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const failure = err === undefined ? '' : `\n${JSON.stringify(err, null, 2).replaceAll(String.raw`\n`, '\n')}`;
  return `${clock} \u001B[${colours[name] ?? '0'}m${name.padEnd(5)}\u001B[0m ${String(msg)} \u001B[90m${rest}\u001B[0m${failure}\n`;
}
