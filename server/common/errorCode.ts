/** `code` of a thrown value or of its cause. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return undefined;
}
