import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { usableStatuses } from '../../../contract/projects/projectStatus.ts';
import { selectCache } from '../../../machines/app/app.selectors.ts';
import { useApp } from '../../parts/app.context.ts';
import type { Command } from '../../parts/commands.ts';
import { useAvailability } from '../../parts/useAvailability.ts';
import { useResource } from '../../parts/useResource.ts';
import { useRouteContext } from '../../parts/useRouteContext.ts';
import { bestOf } from './rank.ts';
import { relationCommands, relationIdPrefix } from './resourceCommands.tsx';

/** Most tables that a search lists. */
export const tablesMax = 10;

const none: readonly Command[] = [];

/**
 * The tables and views of the project whose names match, or that were opened recently. They are read when the first is
 * needed: most uses of the palette need none, and the project's database may have to start for it.
 */
export function useTableCommands(query: string, recent: readonly string[]): readonly Command[] {
  const { ref, project, href: here } = useRouteContext();
  const isAvailable = useAvailability();
  const prefix = relationIdPrefix(ref ?? '');
  const isSought = query.trim() !== '';
  const isUsable = project !== undefined && usableStatuses.includes(project.status) && isAvailable('table');
  const isWanted = ref !== null && isUsable && (isSought || recent.some((id) => id.startsWith(prefix)));
  const cache = useSelector(useApp(), selectCache);
  // Before it is observed, which then reads it once: there may be other tables since it was read.
  useEffect(() => {
    if (isWanted && ref !== null) cache?.send({ type: 'resource.invalidated', names: ['catalog'], params: { ref } });
  }, [cache, isWanted, ref]);
  const { data } = useResource('catalog', { ref: ref ?? '' }, isWanted);
  const all = useMemo(
    () =>
      data?.schemas.flatMap(({ name: schema, relations }) =>
        relations.flatMap((relation) => relationCommands(ref ?? '', schema, relation)),
      ) ?? none,
    [data, ref],
  );
  if (!isWanted) return none;
  const found = isSought ? bestOf(all, query, tablesMax) : all.filter(({ id }) => recent.includes(id));
  return found.map((command) => ({
    ...command,
    isHidden: true,
    isHere: 'to' in command.action && command.action.to === here,
  }));
}
