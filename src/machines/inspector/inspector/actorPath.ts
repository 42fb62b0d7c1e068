/** What identifies an actor, so that its successor can be found. */
export interface ObservedActor {
  session: string;
  id: string;
  /** Session of the actor that started it; null for the root. */
  parent: string | null;
  /** Id of its chart; null for a promise or a callback. */
  chart: string | null;
  /** Its state value; null for an actor without a chart. */
  value: unknown;
}

/**
 * The ids on the path from the root to an actor; null for an unknown actor. A file may name actors that are their own
 * parents.
 */
export function actorPathOf(session: string | null, actors: readonly ObservedActor[]): readonly string[] | null {
  const bySession = new Map(actors.map((actor) => [actor.session, actor]));
  let actor = session === null ? undefined : bySession.get(session);
  if (!actor) return null;
  const ids: string[] = [];
  while (actor.parent !== null && ids.length < actors.length) {
    const parent = bySession.get(actor.parent);
    if (!parent) break;
    ids.unshift(actor.id);
    actor = parent;
  }
  return ids;
}

/** The actor at a path, or the nearest ancestor that exists. */
export function actorAt(actorPath: readonly string[], actors: readonly ObservedActor[]): ObservedActor | null {
  const sessions = new Set(actors.map(({ session }) => session));
  let at = actors.find(({ parent }) => parent === null || !sessions.has(parent)) ?? null;
  for (const id of actorPath) {
    // A recording may hold several actors that had this path one after the other.
    const next = actors.findLast((actor) => actor.parent === at?.session && actor.id === id);
    if (!next) break;
    at = next;
  }
  return at;
}
