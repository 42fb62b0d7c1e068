/** SQL or a message as one line of at most so many characters, which ends in `…` where it is cut. */
export function oneLine(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}
