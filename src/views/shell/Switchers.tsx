import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Plus from 'lucide-react/icons/plus';
import type { Organization } from '../../contract/organization.ts';
import type { Project } from '../../contract/project.ts';
import { href } from '../../router/href.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Resource } from '../useResource.ts';

/** What a list offers while it has nothing to choose from. */
function unread(list: Resource<'organizations'> | Resource<'projects'>, what: string): MenuItem[] {
  if (list.state === 'loading') return [{ kind: 'heading', key: 'loading', label: `Loading ${what} …` }];
  if (list.state === 'failed') {
    return [
      { kind: 'heading', key: 'failed', label: `The ${what} could not be loaded` },
      { kind: 'action', key: 'retry', label: 'Try again', onSelect: list.retry },
    ];
  }
  return [];
}

const trigger = (label: string, name: string) => (
  <Button size="small" variant="text" aria-label={`${label}: ${name}`} iconEnd={<ChevronsUpDown aria-hidden />}>{name}</Button>
);

export interface OrganizationSwitcherProps {
  organizations: Resource<'organizations'>;
  current: Organization;
  /** Where choosing another one leads. */
  hrefOf: (organization: Organization) => string;
}

export const OrganizationSwitcher = ({ organizations, current, hrefOf }: OrganizationSwitcherProps) => (
  <Menu
    label="Organizations"
    trigger={trigger('Organization', current.name)}
    items={[
      ...unread(organizations, 'organizations'),
      ...(organizations.data ?? []).map((organization) => ({
        kind: 'link' as const, key: organization.slug, label: organization.name, text: organization.name, href: hrefOf(organization), current: organization.slug === current.slug,
      })),
      { kind: 'separator', key: 'below' },
      { kind: 'link', key: 'new organization', label: 'New organization', icon: <Plus />, href: href('newOrganization') },
    ]}
  />
);

export interface ProjectSwitcherProps {
  projects: Resource<'projects'>;
  current: Project;
  hrefOf: (project: Project) => string;
}

/** The projects of one organization. */
export const ProjectSwitcher = ({ projects, current, hrefOf }: ProjectSwitcherProps) => (
  <Menu
    label="Projects"
    trigger={trigger('Project', current.name)}
    items={[
      ...unread(projects, 'projects'),
      ...(projects.data ?? []).filter(({ organization_slug }) => organization_slug === current.organization_slug).map((project) => ({
        kind: 'link' as const, key: project.ref, label: project.name, text: project.name, href: hrefOf(project), current: project.ref === current.ref,
        detail: project.status === 'ACTIVE_HEALTHY' ? undefined : <StatusBadge status={project.status} />,
      })),
      { kind: 'separator', key: 'below' },
      { kind: 'link', key: 'all projects', label: 'All projects', icon: <LayoutGrid />, href: href('projects') },
      { kind: 'link', key: 'new project', label: 'New project', icon: <Plus />, href: href('newProject', { slug: current.organization_slug }) },
    ]}
  />
);
