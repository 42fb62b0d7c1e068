import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { Organization } from '../../contract/organization.ts';
import type { Project } from '../../contract/project.ts';
import { href } from '../../router/href.ts';
import { css } from 'styled-system/css';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Resource } from '../useResource.ts';

const bar = css({ width: '24', paddingInline: '2' });

/** What stands in a list's place until there is something to choose from. */
export const Unread = ({ list: { state, retry }, what }: { list: Pick<Resource<'organizations' | 'projects'>, 'state' | 'retry'>; what: string }) =>
  (state === 'failed'
    ? <Button size="small" variant="text" icon={<RotateCw aria-hidden />} onClick={retry}>Load the {what} again</Button>
    : <div className={bar}><Skeleton /></div>);

const trigger = (label: string, name: string) => (
  <Button size="small" variant="text" aria-label={`${label}: ${name}`} iconEnd={<ChevronsUpDown aria-hidden />}>{name}</Button>
);

export interface OrganizationSwitcherProps {
  organizations: readonly Organization[];
  current: Organization;
  /** Where choosing another one leads. */
  hrefOf: (organization: Organization) => string;
}

export const OrganizationSwitcher = ({ organizations, current, hrefOf }: OrganizationSwitcherProps) => (
  <Menu
    label="Organizations"
    trigger={trigger('Organization', current.name)}
    items={[
      ...organizations.map((organization) => ({
        kind: 'link' as const, key: organization.slug, label: organization.name, text: organization.name, href: hrefOf(organization), current: organization.slug === current.slug,
      })),
      { kind: 'separator', key: 'below' },
      { kind: 'link', key: 'new organization', label: 'New organization', icon: <Plus />, href: href('newOrganization') },
    ]}
  />
);

export interface ProjectSwitcherProps {
  projects: readonly Project[];
  current: Project;
  hrefOf: (project: Project) => string;
}

/** The projects of one organization. */
export const ProjectSwitcher = ({ projects, current, hrefOf }: ProjectSwitcherProps) => (
  <Menu
    label="Projects"
    trigger={trigger('Project', current.name)}
    items={[
      ...projects.filter(({ organization_slug }) => organization_slug === current.organization_slug).map((project) => ({
        kind: 'link' as const, key: project.ref, label: project.name, text: project.name, href: hrefOf(project), current: project.ref === current.ref,
        detail: project.status === 'ACTIVE_HEALTHY' ? undefined : <StatusBadge status={project.status} />,
      })),
      { kind: 'separator', key: 'below' },
      { kind: 'link', key: 'all projects', label: 'All projects', icon: <LayoutGrid />, href: href('projects') },
      { kind: 'link', key: 'new project', label: 'New project', icon: <Plus />, href: href('newProject', { slug: current.organization_slug }) },
    ]}
  />
);
