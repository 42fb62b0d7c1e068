import { isOfServer, serverSession } from '../../inspector/trace/serverSystem.ts';
import { actorName, type ActorSummary } from '../../inspector/trace/systemView.ts';

/** A row of the tree: an actor, or the group of the actors below it. */
export interface TreeRow {
  /** The actor's session, or the key of the group. */
  session: string;
  id: string;
  depth: number;
  /** Null for a group. */
  actor: ActorSummary | null;
}

/** The current page comes first: it is why a developer opens the inspector. */
const groups = {
  page: 'This page',
  shell: 'Shell',
  session: 'Session and storage',
  app: 'App',
  server: 'Server',
} as const;

type Group = keyof typeof groups;

/** What this actor starts belongs to the current page. */
const startsPages = 'screen';

/** By id, the group of an actor. Others belong to the group of the actor that started them. */
const groupOf: Readonly<Record<string, Group>> = {
  access: 'shell',
  appearance: 'shell',
  clipboard: 'shell',
  navigation: 'shell',
  [startsPages]: 'shell',
  toasts: 'shell',
  workspace: 'shell',
  cache: 'session',
  profile: 'session',
  session: 'session',
};

/**
 * The actors by the part of the application that owns them, parents before children. A system without such parts has no
 * groups.
 */
export function groupedRows(actors: readonly ActorSummary[]): readonly TreeRow[] {
  const placed = new Map<string, { group: Group; depth: number; id: string }>();
  for (const { session, id, parent } of actors) {
    if (isOfServer(session)) {
      placed.set(session, {
        group: 'server',
        depth: placed.get(parent ?? '')?.group === 'server' ? placed.get(parent!)!.depth + 1 : 0,
        id,
      });
      continue;
    }
    const above = placed.get(parent ?? '');
    const inherited = above?.id === startsPages ? 'page' : (above?.group ?? 'app');
    const group = inherited === 'page' || !above ? inherited : (groupOf[id] ?? inherited);
    placed.set(session, { group, depth: above?.group === group ? above.depth + 1 : 1, id });
  }
  // The group itself stands for the server.
  const members = Map.groupBy(
    actors.filter(({ session }) => session !== serverSession),
    ({ session }) => placed.get(session)!.group,
  );
  const rowOf = (actor: ActorSummary, depth: number): TreeRow => ({
    session: actor.session,
    id: actorName(actor),
    depth,
    actor,
  });
  if (members.size < 2) return actors.map((actor) => rowOf(actor, actor.depth));
  return (Object.keys(groups) as Group[]).flatMap((group): TreeRow[] => {
    const rows = (members.get(group) ?? []).map((actor) => rowOf(actor, placed.get(actor.session)!.depth));
    return rows.length === 0 ? [] : [{ session: `group:${group}`, id: groups[group], depth: 0, actor: null }, ...rows];
  });
}
