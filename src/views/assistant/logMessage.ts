/** What a log line says, without its time and its fields: words to search for. */
export function messageOf(line: string): string {
  try {
    const { message } = Object(JSON.parse(line)) as { message?: unknown };
    return typeof message === 'string' ? message : line;
  } catch {
    return line;
  }
}
