/**
 * The id of a new query, as a UUID of version 7: ids are in the order in which the queries were created, which is the
 * order in which titles are numbered.
 */
export function newQueryId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
