import Building from 'lucide-react/icons/building-2';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import { css } from 'styled-system/css';
import type { Organization } from '../../contract/organizations/organization.ts';
import type { Project } from '../../contract/projects/project.ts';
import { href } from '../../router/href.ts';
import type { Resource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

// As high as the switcher that replaces it.
const bar = css({ display: 'grid', alignItems: 'center', width: '24', height: 'control.small', paddingInline: '2' });

/** Replaces a name until it has loaded. */
export const AwaitedName = () => (
  <div className={bar}>
    <Skeleton />
  </div>
);

/** Replaces a list that could not be loaded. */
export const Unread = ({
  list: { retry, refreshing },
  what,
}: {
  list: Pick<Resource<'organizations' | 'projects'>, 'retry' | 'refreshing'>;
  what: string;
}) => (
  <Button size="small" variant="text" icon={<RotateCw aria-hidden />} loading={refreshing} onClick={retry}>
    Reload {what}
  </Button>
);

const trigger = (label: string, name: string) => (
  <Button size="small" variant="text" aria-label={`${label}: ${name}`} iconEnd={<ChevronsUpDown aria-hidden />}>
    <span data-cut="">{name}</span>
  </Button>
);

/** Lists of this length and above have a search. */
const many = 8;

/** The palette has the whole list, with a search. */
const findItem = (count: number, what: string, onFind: () => void): MenuItem[] =>
  count < many
    ? []
    : [
        { kind: 'action', key: 'find', label: `Search ${what}…`, icon: <Search aria-hidden />, onSelect: onFind },
        { kind: 'separator', key: 'below find' },
      ];

interface SwitcherProps {
  /** Opens the search over the whole list. */
  onFind: () => void;
  /** Whether the user can create another one. */
  canCreate: boolean;
}

interface OrganizationSwitcherProps extends SwitcherProps {
  organizations: readonly Organization[];
  /** Null where the page shows all of them. */
  current: Organization | null;
  /** The page of the current organization; null where there is none. */
  overviewHref: string | null;
  /** Address of another entry. */
  hrefOf: (organization: Organization) => string;
}

export const OrganizationSwitcher = ({
  organizations,
  current,
  overviewHref,
  hrefOf,
  onFind,
  canCreate,
}: OrganizationSwitcherProps) => (
  <Menu
    label="Organizations"
    trigger={trigger('Organization', current?.name ?? 'All organizations')}
    items={[
      ...findItem(organizations.length, 'organizations', onFind),
      ...(current && overviewHref !== null
        ? ([
            {
              kind: 'link',
              key: 'overview',
              label: 'Organization overview',
              icon: <Building />,
              href: overviewHref,
            },
            { kind: 'separator', key: 'below overview' },
          ] satisfies MenuItem[])
        : []),
      ...organizations.map((organization) => ({
        kind: 'link' as const,
        key: organization.slug,
        label: organization.name,
        text: organization.name,
        href: hrefOf(organization),
        current: organization.slug === current?.slug,
      })),
      ...(canCreate
        ? ([
            { kind: 'separator', key: 'below' },
            {
              kind: 'link',
              key: 'new organization',
              label: 'New organization',
              icon: <Plus />,
              href: href('newOrganization'),
            },
          ] satisfies MenuItem[])
        : []),
    ]}
  />
);

interface ProjectSwitcherProps extends SwitcherProps {
  projects: readonly Project[];
  current: Project;
  hrefOf: (project: Project) => string;
}

/** The projects of one organization. */
export const ProjectSwitcher = ({ projects, current, hrefOf, onFind, canCreate }: ProjectSwitcherProps) => (
  <Menu
    label="Projects"
    trigger={trigger('Project', current.name)}
    items={[
      ...findItem(projects.length, 'projects', onFind),
      ...projects
        .filter(({ organization_slug }) => organization_slug === current.organization_slug)
        .map((project) => ({
          kind: 'link' as const,
          key: project.ref,
          label: project.name,
          text: project.name,
          href: hrefOf(project),
          current: project.ref === current.ref,
          detail: project.status === 'ACTIVE_HEALTHY' ? undefined : <StatusBadge status={project.status} />,
        })),
      { kind: 'separator', key: 'below' },
      { kind: 'link', key: 'all projects', label: 'All projects', icon: <LayoutGrid />, href: href('projects') },
      ...(canCreate
        ? ([
            {
              kind: 'link',
              key: 'new project',
              label: 'New project',
              icon: <Plus />,
              href: href('newProject', { slug: current.organization_slug }),
            },
          ] satisfies MenuItem[])
        : []),
    ]}
  />
);
