import type { UserMetadata } from '../../../contract/auth/projectUser.ts';

/** Metadata as the form shows it. */
export const metadataText = (metadata: UserMetadata): string => JSON.stringify(metadata, null, 2);

/** The object that a text stands for; null for a text that is not a JSON object. An empty text has no values. */
export function metadataOf(text: string): UserMetadata | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UserMetadata) : null;
  } catch {
    return null;
  }
}

/**
 * What was edited, as the service merges it: changed names, and null for removed ones. Names that the app adds
 * meanwhile stay.
 */
export function metadataChange(from: UserMetadata, to: UserMetadata): UserMetadata {
  const removed = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const changed = Object.entries(to).filter(
    ([name, value]) => !Object.hasOwn(from, name) || JSON.stringify(from[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}
