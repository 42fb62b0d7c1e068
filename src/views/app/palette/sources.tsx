import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import KeyRound from 'lucide-react/icons/key-round';
import { selectClipboard } from '../../../machines/app/app.selectors.ts';
import { selectCopiedKey } from '../../../machines/shell/clipboard/clipboard.selectors.ts';
import { useApp } from '../../parts/app.context.ts';
import type { Command } from '../../parts/commands.ts';
import { useResource } from '../../parts/useResource.ts';
import { useRouteContext } from '../../parts/useRouteContext.ts';
import type { Listing, SourceProps } from './page.ts';
import { groupsOf } from './rank.ts';
import {
  densityCommands,
  organizationCommand,
  projectCommand,
  snippetCommand,
  themeCommands,
} from './resourceCommands.tsx';
import { useAppearance } from './useAppearance.ts';

/** The combined state of the lists of one or more resources. */
const readingOf = (
  ...lists: readonly { state: 'loading' | 'ready' | 'failed'; failure: Listing['failure']; retry: () => void }[]
): Omit<Listing, 'groups'> => {
  const failed = lists.find(({ state }) => state === 'failed');
  return {
    isLoading: lists.some(({ state }) => state === 'loading'),
    failure: failed?.failure ?? null,
    onRetry: () =>
      lists.forEach(({ state, retry }) => {
        if (state === 'failed') retry();
      }),
  };
};

export function OrganizationSource({ query, children }: SourceProps) {
  const organizations = useResource('organizations');
  return children({
    groups: groupsOf((organizations.data ?? []).map(organizationCommand), query),
    ...readingOf(organizations),
  });
}

export function ProjectSource({ query, children }: SourceProps) {
  const organizations = useResource('organizations');
  const projects = useResource('projects');
  const nameOf = (slug: string) => organizations.data?.find((organization) => organization.slug === slug)?.name;
  return children({
    groups: groupsOf(
      (projects.data ?? []).map((project) => projectCommand(project, nameOf(project.organization_slug))),
      query,
    ),
    ...readingOf(projects),
  });
}

export function QuerySource({ query, children }: SourceProps) {
  const { ref } = useRouteContext();
  const snippets = useResource('snippets', { ref: ref ?? '' }, ref !== null);
  return children({
    groups:
      ref === null
        ? []
        : groupsOf(
            (snippets.data ?? []).map((snippet) => snippetCommand(ref, snippet)),
            query,
          ),
    ...readingOf(snippets),
  });
}

export function ThemeSource({ query, children }: SourceProps) {
  const { theme, choose } = useAppearance();
  return children({
    groups: groupsOf(
      themeCommands({ chosen: theme, choose: (choice) => choose({ theme: choice }), isListed: true }),
      query,
    ),
  });
}

export function DensitySource({ query, children }: SourceProps) {
  const { density, choose } = useAppearance();
  return children({
    groups: groupsOf(
      densityCommands({ chosen: density, choose: (choice) => choose({ density: choice }), isListed: true }),
      query,
    ),
  });
}

/**
 * Values for connecting to a project. It stays open, because users often copy several; the service key has its own
 * page.
 */
export function CopySource({ query, children }: SourceProps) {
  const { ref, project } = useRouteContext();
  const keys = useResource('apiKeys', { ref: ref ?? '' }, ref !== null);
  const connection = useResource('connection', { ref: ref ?? '' }, ref !== null);
  const clipboard = useSelector(useApp(), selectClipboard);
  const copied = useSelector(clipboard, (snapshot) => (snapshot ? selectCopiedKey(snapshot) : null));
  const row = (id: string, label: string, text: string | null | undefined): Command[] =>
    text
      ? [
          {
            id: `copy:${id}`,
            label,
            section: 'Actions',
            icon: copied === id ? <Check aria-hidden /> : <Copy aria-hidden />,
            detail: copied === id ? 'Copied' : text,
            action: { run: () => clipboard?.send({ type: 'copy.requested', text, key: id }), staysOpen: true },
          },
        ]
      : [];
  const commands =
    ref === null
      ? []
      : [
          ...row('url', 'API URL', keys.data?.url),
          ...row('ref', 'Project reference', ref),
          ...row('publicKey', 'Public key', keys.data?.anon),
          ...row('connection', 'Connection string', connection.data?.uri),
          ...(keys.data
            ? [
                {
                  id: 'copy:serviceKey',
                  label: 'Service key…',
                  section: 'Actions',
                  icon: <KeyRound aria-hidden />,
                  action: { page: 'serviceKey' },
                } satisfies Command,
              ]
            : []),
        ];
  const title = project ? project.name : 'This project';
  return children({
    groups: groupsOf(commands, query).map((group) => ({ ...group, title })),
    ...readingOf(keys, connection),
  });
}
