import BookSearch from 'lucide-react/icons/book-search';
import { use, useSyncExternalStore } from 'react';
import { docsPage } from '../../../contract/shell/palette.ts';
import { CommandsContext } from '../../parts/commands.ts';
import type { SourceProps } from './page.ts';
import { groupsOf, type CommandGroup } from './rank.ts';
import { useGlobalCommands } from './useGlobalCommands.tsx';
import { useTableCommands } from './useTableCommands.ts';

/** What is typed may be a question. It comes last, because a command that is called so is more likely meant. */
const docsGroup = (query: string): CommandGroup => ({
  title: 'Search',
  commands: [
    {
      id: 'docs.query',
      label: `Search the docs for “${query}”`,
      section: 'Docs',
      icon: <BookSearch aria-hidden />,
      action: { page: docsPage, query },
    },
  ],
});

/** The first page: global commands and those of the current views; before the user types, the most recent first. */
export function RootSource({ query, recent: recentIds, children }: SourceProps) {
  const registry = use(CommandsContext);
  const offered = useSyncExternalStore(registry.subscribe, registry.list);
  const globalCommands = useGlobalCommands();
  const commands = [...offered, ...globalCommands, ...useTableCommands(query, recentIds)];
  if (query.trim() !== '') {
    return children({ groups: [...groupsOf(commands, query), docsGroup(query.trim())] });
  }
  const recent = recentIds.flatMap(
    (id) => commands.find((command) => command.id === id && command.isHere !== true) ?? [],
  );
  const others = groupsOf(
    commands.filter((command) => !recent.includes(command)),
    query,
  );
  return children({ groups: recent.length > 0 ? [{ title: 'Recent', commands: recent }, ...others] : others });
}
