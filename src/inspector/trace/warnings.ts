import { grouped } from '../../contract/common/counts.ts';
import type { Trace } from './trace.ts';

const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `One ${one}` : `${grouped(count)} ${more}`;

/**
 * Inconsistencies that no recording can have, as sentences: the trace was edited, merged or truncated. It is shown
 * anyway.
 */
export function warningsOf({ actors, events }: Trace): readonly string[] {
  const bySession = new Map(actors.map((actor) => [actor.session, actor]));
  const warnings: string[] = [];
  const twice = actors.length - bySession.size;
  if (twice > 0) warnings.push(`${counted(twice, 'actor has', 'actors have')} the session of another actor.`);
  const belowThemselves = actors.filter((actor) => {
    const seen = new Set<string>();
    let at: typeof actor | undefined = actor;
    while (at && at.parent !== null && !seen.has(at.session)) {
      seen.add(at.session);
      at = bySession.get(at.parent);
    }
    return at !== undefined && at.parent !== null;
  }).length;
  if (belowThemselves > 0)
    warnings.push(
      `${counted(belowThemselves, 'actor is its own ancestor', 'actors are their own ancestors')} and cannot be shown in the tree.`,
    );
  const unknown = events.filter(({ actor }) => !bySession.has(actor)).length;
  if (unknown > 0) warnings.push(`${counted(unknown, 'event belongs', 'events belong')} to unknown actors.`);
  let backwards = 0;
  let missing = 0;
  for (const [index, { seq }] of events.entries()) {
    const before = events[index - 1];
    if (!before) continue;
    if (seq <= before.seq) backwards += 1;
    else missing += seq - before.seq - 1;
  }
  if (backwards > 0) warnings.push('Its events are not in chronological order.');
  else if (missing > 0) warnings.push(`${counted(missing, 'event is', 'events are')} missing in between.`);
  return warnings;
}
