import { useSelector } from '@xstate/react';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import BookOpen from 'lucide-react/icons/book-open';
import BookSearch from 'lucide-react/icons/book-search';
import Building from 'lucide-react/icons/building-2';
import Copy from 'lucide-react/icons/copy';
import Database from 'lucide-react/icons/database';
import FileCode from 'lucide-react/icons/file-code';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Keyboard from 'lucide-react/icons/keyboard';
import Pause from 'lucide-react/icons/pause';
import Plug from 'lucide-react/icons/plug';
import Receipt from 'lucide-react/icons/receipt';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Rows from 'lucide-react/icons/rows-3';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SunMoon from 'lucide-react/icons/sun-moon';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { guidesAddress } from '../../../contract/docs/guidesAddress.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import type { Project } from '../../../contract/projects/project.ts';
import { commandsFor, inactiveStatuses, type ProjectCommandName } from '../../../contract/projects/projectStatus.ts';
import { docsPage } from '../../../contract/shell/palette.ts';
import type { SnippetSummary } from '../../../contract/sql/snippet.ts';
import { selectIsAsked } from '../../../machines/ambient/consent/consent.selectors.ts';
import { selectConfig, selectConsent } from '../../../machines/app/app.selectors.ts';
import { selectShortcutSheet } from '../../../machines/app/workspace/workspace.selectors.ts';
import { selectIsBusy } from '../../../machines/projects/projectActions/projectActions.selectors.ts';
import { href } from '../../../router/href.ts';
import { useApp } from '../../parts/app.context.ts';
import type { Command } from '../../parts/commands.ts';
import { useAvailability } from '../../parts/useAvailability.ts';
import { useFreeLimit } from '../../parts/useFreeLimit.ts';
import { useHasPreviews } from '../../parts/useHasPreviews.ts';
import { useHomeOrganization } from '../../parts/useHomeOrganization.ts';
import { usePageHref, type PageHref } from '../../parts/usePageHref.ts';
import { useProjectActions, type ProjectActionsActor } from '../../parts/useProjectActions.ts';
import { useResource } from '../../parts/useResource.ts';
import { useRoute } from '../../parts/useRoute.ts';
import { useRouteContext } from '../../parts/useRouteContext.ts';
import { useWorkspace } from '../../parts/useWorkspace.ts';
import { connectQuery } from '../../projects/connectQuery.ts';
import { pageCommands } from './pageCommands.tsx';
import {
  densityCommands,
  organizationCommand,
  projectCommand,
  snippetCommand,
  themeCommands,
} from './resourceCommands.tsx';
import { useAppearance } from './useAppearance.ts';

const projectWords: Readonly<
  Record<ProjectCommandName, { label: string; icon: ReactNode; keywords: readonly string[] }>
> = {
  pause: { label: 'Pause project…', icon: <Pause aria-hidden />, keywords: ['stop'] },
  restart: { label: 'Restart project…', icon: <RotateCw aria-hidden />, keywords: ['reboot'] },
  restore: { label: 'Restore project', icon: <ArchiveRestore aria-hidden />, keywords: ['resume', 'start', 'wake'] },
  delete: { label: 'Delete project…', icon: <Trash aria-hidden />, keywords: ['remove', 'destroy'] },
};

/** The operations that the project's status allows; their confirmation opens on the current page. */
function projectCommands(
  { ref, name, status }: Project,
  { actions, platformMode, isAtLimit }: { actions: ProjectActionsActor; platformMode: boolean; isAtLimit: boolean },
): Command[] {
  const request: Readonly<Record<ProjectCommandName, () => void>> = {
    pause: () => actions.send({ type: 'pause.requested', name }),
    restart: () => actions.send({ type: 'restart.requested', name }),
    restore: () => actions.send({ type: 'restore.requested', status }),
    delete: () => actions.send({ type: 'deletion.requested', name }),
  };
  return commandsFor(status, platformMode).map((command) => ({
    id: `project.${command}`,
    section: 'Actions',
    ...projectWords[command],
    ...(command === 'restart' && status === 'INIT_FAILED' && { label: 'Set up project again…' }),
    ...((command === 'restore' || command === 'restart') && isAtLimit
      ? // The project's page says why, and what helps.
        { detail: `${name} · Project limit reached`, action: { to: href('project', { ref }) } }
      : { detail: name, action: { run: request[command] } }),
  }));
}

const isInactive = (project: Project | undefined): boolean =>
  project !== undefined && inactiveStatuses.includes(project.status);

const nameOf = (organizations: readonly Organization[], slug: string): string | undefined =>
  organizations.find((organization) => organization.slug === slug)?.name;

/** Commands that appear only in searches. */
const sought = (commands: readonly Command[]): Command[] => commands.map((command) => ({ ...command, isHidden: true }));

interface NavigationOptions {
  /** The address of the page. */
  here: string | null;
  pages: readonly Command[];
  projects: readonly Project[];
  organizations: readonly Organization[];
}

function navigationCommands({ here, pages, projects, organizations }: NavigationOptions): Command[] {
  return [
    ...pages,
    ...(projects.length > 0
      ? [
          {
            id: 'projects',
            label: 'Go to project…',
            section: 'Navigate',
            icon: <Database aria-hidden />,
            keywords: ['switch project'],
            action: { page: 'projects' },
          } satisfies Command,
        ]
      : []),
    ...(organizations.length > 1
      ? [
          {
            id: 'organizations',
            label: 'Go to organization…',
            section: 'Navigate',
            icon: <Building aria-hidden />,
            keywords: ['switch organization'],
            action: { page: 'organizations' },
          } satisfies Command,
        ]
      : []),
    ...sought(
      projects.map((other) => {
        const organization = nameOf(organizations, other.organization_slug);
        return {
          ...projectCommand(other, organization),
          detail: organization === undefined ? 'Project' : `Project in ${organization}`,
          isHere: here === href('project', { ref: other.ref }),
        };
      }),
    ),
    ...sought(organizations.map((organization) => ({ ...organizationCommand(organization), detail: 'Organization' }))),
  ];
}

function queryCommands(ref: string, snippets: readonly SnippetSummary[]): Command[] {
  return [
    ...(snippets.length > 0
      ? [
          {
            id: 'queries',
            label: 'Open a query…',
            section: 'Queries',
            icon: <FileCode aria-hidden />,
            keywords: ['snippet'],
            action: { page: 'queries' },
          } satisfies Command,
        ]
      : []),
    ...sought(snippets.map((snippet) => ({ ...snippetCommand(ref, snippet), detail: 'Query' }))),
  ];
}

/** The pages of an organization, which are listed here because every visitor loads the table of pages. */
function organizationCommands(
  { slug, name }: { slug: string; name: string },
  { here, hrefOf }: { here: string | null; hrefOf: PageHref },
): Command[] {
  const pages = [
    { page: 'organization', label: 'Organization overview', icon: <Building aria-hidden />, keywords: [] },
    { page: 'organizationBilling', label: 'Billing', icon: <Receipt aria-hidden />, keywords: ['plan', 'limits'] },
  ] as const;
  return pages.flatMap(({ page, label, icon, keywords }) => {
    const to = hrefOf(page, { slug });
    return to === null
      ? []
      : [
          {
            id: `go:${page}`,
            label,
            section: 'Navigate',
            icon,
            keywords,
            detail: name,
            isHere: to === here,
            action: { to },
          },
        ];
  });
}

interface SettingsOptions {
  onPreviews: (() => void) | null;
  onPrivacy: (() => void) | null;
}

function settingsCommands({ onPreviews, onPrivacy }: SettingsOptions): Command[] {
  return [
    ...(onPreviews === null
      ? []
      : [
          {
            id: 'previews',
            label: 'Feature previews',
            section: 'Actions',
            icon: <FlaskConical aria-hidden />,
            keywords: ['experimental', 'beta'],
            action: { run: onPreviews },
          } satisfies Command,
        ]),
    ...(onPrivacy !== null
      ? [
          {
            id: 'privacy',
            label: 'Privacy settings',
            section: 'Actions',
            icon: <ShieldCheck aria-hidden />,
            keywords: ['telemetry', 'cookies', 'consent'],
            action: { run: onPrivacy },
          } satisfies Command,
        ]
      : []),
  ];
}

/** Commands that work without a particular view. */
export function useGlobalCommands(): readonly Command[] {
  const app = useApp();
  const isAvailable = useAvailability();
  const { platformMode } = useSelector(app, selectConfig);
  const sheet = useWorkspace(selectShortcutSheet);
  const hasPrivacy = useSelector(
    useSelector(app, selectConsent),
    (snapshot) => snapshot !== undefined && selectIsAsked(snapshot),
  );
  const hasPreviews = useHasPreviews();
  const { theme, density, choose } = useAppearance();
  const organizations = useResource('organizations').data ?? [];
  const projects = useResource('projects').data ?? [];
  const { ref, project, slug, href: here } = useRouteContext();
  const route = useRoute();
  const hasQueries = ref !== null && isAvailable('sql');
  const snippets = useResource('snippets', { ref: ref ?? '' }, hasQueries).data ?? [];
  const actions = useProjectActions();
  const isBusy = useSelector(actions, (snapshot) => snapshot === undefined || selectIsBusy(snapshot));

  const isAtLimit = useFreeLimit(ref ?? '', isInactive(project)).isReached;
  const ofProject = project && actions && !isBusy ? projectCommands(project, { actions, platformMode, isAtLimit }) : [];
  const isRescue = ({ id }: Command) => id === 'project.restore';
  const lastVisited = useHomeOrganization();
  const home = slug ?? lastVisited?.slug;
  const hrefOf = usePageHref();
  const organization = home === undefined ? undefined : { slug: home, name: nameOf(organizations, home) ?? home };
  const ofPages = pageCommands({ ref: ref ?? undefined, organization, shown: route?.name, here, hrefOf });

  // The most frequent first in each section; operations that interrupt or end something are kept away from a quick
  // Enter.
  return [
    ...navigationCommands({ here, pages: ofPages.pages, projects, organizations }),
    ...(organization ? organizationCommands(organization, { here, hrefOf }) : []),
    ...ofPages.account,

    ...(hasQueries ? queryCommands(ref, snippets) : []),

    ...ofProject.filter(isRescue),
    ...(project
      ? [
          {
            id: 'connect',
            label: 'Connect an app',
            section: 'Actions',
            icon: <Plug aria-hidden />,
            keywords: ['code', 'snippet', 'sdk', 'client'],
            action: { to: href('project', { ref: project.ref }, connectQuery) },
          } satisfies Command,
          {
            id: 'copy',
            label: 'Copy API URL or keys…',
            section: 'Actions',
            icon: <Copy aria-hidden />,
            keywords: ['api key', 'anon', 'connection string', 'reference', 'service key'],
            action: { page: 'copy' },
          } satisfies Command,
        ]
      : []),
    ...ofPages.actions,
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      section: 'Actions',
      icon: <Keyboard aria-hidden />,
      keywords: ['help', 'keys'],
      shortcut: 'sheet',
      action: { run: () => sheet?.send({ type: 'overlay.opened' }) },
    },
    ...ofProject.filter((command) => !isRescue(command)),
    ...settingsCommands({
      onPreviews: hasPreviews ? () => app.send({ type: 'previews.opened' }) : null,
      onPrivacy: hasPrivacy ? () => app.send({ type: 'privacy.opened' }) : null,
    }),
    ...ofPages.exit,
    ...ofPages.support,
    {
      id: 'docs',
      label: 'Search the docs…',
      section: 'Docs',
      icon: <BookSearch aria-hidden />,
      keywords: ['documentation', 'help', 'how to', 'question'],
      action: { page: docsPage },
    },
    {
      id: 'guides',
      label: 'Guides',
      section: 'Docs',
      icon: <BookOpen aria-hidden />,
      keywords: ['documentation', 'docs', 'help', 'examples'],
      action: { run: () => location.assign(guidesAddress) },
    },
    {
      id: 'theme',
      label: 'Change theme…',
      section: 'Theme',
      icon: <SunMoon aria-hidden />,
      keywords: ['appearance', 'dark', 'light'],
      action: { page: 'theme' },
    },
    ...sought(themeCommands({ chosen: theme, choose: (choice) => choose({ theme: choice }), isListed: false })),
    ...(density === null
      ? []
      : [
          {
            id: 'density',
            label: 'Change density…',
            section: 'Theme',
            icon: <Rows aria-hidden />,
            keywords: ['appearance', 'compact', 'comfortable', 'row height', 'spacing'],
            action: { page: 'density' },
          } satisfies Command,
          ...sought(
            densityCommands({ chosen: density, choose: (choice) => choose({ density: choice }), isListed: false }),
          ),
        ]),
  ];
}
