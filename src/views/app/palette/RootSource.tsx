import { use, useSyncExternalStore } from 'react';
import { CommandsContext } from '../../parts/commands.ts';
import type { SourceProps } from './page.ts';
import { groupsOf } from './rank.ts';
import { useGlobalCommands } from './useGlobalCommands.tsx';

/** The first page: global commands and those of the current views; before the user types, the most recent first. */
export function RootSource({ query, recent: recentIds, children }: SourceProps) {
  const registry = use(CommandsContext);
  const offered = useSyncExternalStore(registry.subscribe, registry.list);
  const globalCommands = useGlobalCommands();
  const commands = [...offered, ...globalCommands];
  if (query.trim() !== '') return children({ groups: groupsOf(commands, query) });
  const recent = recentIds.flatMap(
    (id) => commands.find((command) => command.id === id && command.isHere !== true) ?? [],
  );
  const others = groupsOf(
    commands.filter((command) => !recent.includes(command)),
    query,
  );
  return children({ groups: recent.length > 0 ? [{ title: 'Recent', commands: recent }, ...others] : others });
}
