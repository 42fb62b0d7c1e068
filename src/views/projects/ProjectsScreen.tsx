import { useSelector } from '@xstate/react';
import Building from 'lucide-react/icons/building-2';
import Database from 'lucide-react/icons/database';
import Plus from 'lucide-react/icons/plus';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Organization } from '../../contract/organizations/organization.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import type { Project } from '../../contract/projects/project.ts';
import { regionName } from '../../contract/projects/regions.ts';
import type { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import { selectSearch } from '../../machines/projects/projectList/projectList.selectors.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import { Time } from '../ui/Time.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { ProjectSearch, useSearched } from './ProjectSearch.tsx';

const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const toolsToCome = css({ display: 'flex', paddingBottom: '4' });
const field = css({ flex: '1', minWidth: 'menu', maxWidth: { base: 'popover', mdDown: 'full' } });
const groups = css({ display: 'grid', gap: '6' });
const titleRow = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' });
const inset = css({ padding: '4' });
const nameLink = css({
  color: 'text',
  textDecoration: 'none',
  _hover: { textDecoration: 'underline' },
  borderRadius: 'small',
  overflowWrap: 'anywhere',
});
const reference = css({ textStyle: 'mono', color: 'muted' });
const quiet = css({ color: 'muted', whiteSpace: 'nowrap' });

const isFound = (project: Project, text: string): boolean =>
  [project.name, project.ref, project.region, regionName(project.region)].some((words) =>
    words.toLowerCase().includes(text),
  );

/** Two projects may have the same name: those show their reference beside it. */
const isNamesake = ({ ref, name }: Project, projects: readonly Project[]): boolean =>
  projects.some((other) => other.ref !== ref && other.name === name);

const ProjectRow = ({
  project: { ref, name, status, cloud_provider: provider, region, inserted_at: made },
  namesake,
}: {
  project: Project;
  namesake: boolean;
}) => (
  <tr>
    <th scope="row">
      <Link href={href(status === 'COMING_UP' ? 'projectSetup' : 'project', { ref })} className={nameLink}>
        {name}
        {namesake && <span className={reference}> {ref}</span>}
      </Link>
    </th>
    <td>
      <StatusBadge status={status} />
    </td>
    <td className={quiet}>{regionName(region)}</td>
    <td className={quiet}>{provider}</td>
    <td className={quiet}>
      <Time value={made} detail="day" />
    </td>
  </tr>
);

const ProjectTable = ({ label, projects }: { label: string; projects: readonly Project[] }) => (
  <Table bare label={label}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Status</th>
        <th scope="col">Region</th>
        <th scope="col">Provider</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      {projects.map((project) => (
        <ProjectRow key={project.ref} project={project} namesake={isNamesake(project, projects)} />
      ))}
    </tbody>
  </Table>
);

const OrganizationProjects = ({
  organization: { slug, name, tier },
  projects,
}: {
  organization: Organization;
  projects: readonly Project[];
}) => (
  <Card
    flush
    title={
      <span className={titleRow}>
        <span>{name}</span>
        <Badge>{tierName(tier)}</Badge>
      </span>
    }
    actions={
      projects.length > 0 && (
        <IfAvailable route="newProject">
          <ButtonLink size="small" icon={<Plus />} href={href('newProject', { slug })}>
            New project
          </ButtonLink>
        </IfAvailable>
      )
    }
  >
    {projects.length === 0 ? (
      <div className={inset}>
        <EmptyState
          icon={<Database />}
          title={`${name} has no projects yet`}
          action={
            <IfAvailable route="newProject">
              <ButtonLink variant="primary" href={href('newProject', { slug })}>
                Create project
              </ButtonLink>
            </IfAvailable>
          }
        />
      </div>
    ) : (
      <ProjectTable label={`Projects of ${name}`} projects={projects} />
    )}
  </Card>
);

interface ProjectGroupsProps {
  organizations: readonly Organization[];
  projects: readonly Project[];
  text: string;
  slug: string | undefined;
  onShowAll: () => void;
}

function ProjectGroups({ organizations, projects, text, slug, onShowAll }: ProjectGroupsProps) {
  const shown = organizations
    .filter((organization) => slug === undefined || organization.slug === slug)
    .map((organization) => ({
      organization,
      projects: projects.filter((project) => project.organization_slug === organization.slug && isFound(project, text)),
    }))
    // During a search, an organization without results is not an organization without projects.
    .filter((group) => text === '' || group.projects.length > 0);
  // The two lists are read at different times: a project may arrive before its organization.
  const strays =
    slug === undefined
      ? projects.filter(
          (project) =>
            organizations.every((organization) => organization.slug !== project.organization_slug) &&
            isFound(project, text),
        )
      : [];
  if (shown.length === 0 && strays.length === 0) {
    return (
      <EmptyState
        icon={<Database />}
        title={text === '' ? 'Organization not found' : `No projects match “${text}”`}
        action={<Button onClick={onShowAll}>Show all projects</Button>}
      />
    );
  }
  return (
    <div className={groups}>
      {shown.map((group) => (
        <OrganizationProjects
          key={group.organization.slug}
          organization={group.organization}
          projects={group.projects}
        />
      ))}
      {strays.length > 0 && (
        <Card flush title="Other organizations">
          <ProjectTable label="Projects of other organizations" projects={strays} />
        </Card>
      )}
    </div>
  );
}

/** All projects of the user, by organization. */
export default function ProjectsScreen({ flow }: { flow: ActorRefFrom<typeof projectListMachine> }) {
  const organizations = useResource('organizations');
  const projects = useResource('projects');
  const search = useSelector(flow, selectSearch);
  const searched = useSearched(search);
  const slug = useQuery()['organization'];
  const showAll = () => {
    setQuery({ search: undefined, organization: undefined });
    search?.send({ type: 'text.dropped' });
  };
  useDocumentTitle('Projects');

  const failed = organizations.state === 'failed' ? organizations : projects.state === 'failed' ? projects : null;
  const stale = organizations.failure ?? projects.failure;
  const ready = organizations.state === 'ready' && projects.state === 'ready';
  const isNewcomer = ready && organizations.data.length === 0 && projects.data.length === 0;
  const only = organizations.data?.find((organization) => organization.slug === slug);
  const home = only ?? organizations.data?.[0];
  return (
    <PageLayout width="large">
      <PageHeader
        title="Projects"
        actions={
          ready &&
          !isNewcomer && (
            <>
              <IfAvailable route="newOrganization">
                <ButtonLink icon={<Building />} href={href('newOrganization')}>
                  New organization
                </ButtonLink>
              </IfAvailable>
              {home && (
                <IfAvailable route="newProject">
                  <ButtonLink variant="primary" icon={<Plus />} href={href('newProject', { slug: home.slug })}>
                    New project
                  </ButtonLink>
                </IfAvailable>
              )}
            </>
          )
        }
      />
      {failed && (
        <ErrorState
          title="Could not load your projects"
          failure={failed.failure}
          retrying={organizations.refreshing || projects.refreshing}
          onRetry={() => {
            organizations.retry();
            projects.retry();
          }}
        />
      )}
      {!failed && !ready && (
        <SkeletonTable label="Loading your projects">
          <div className={toolsToCome}>
            <div className={field}>
              <Skeleton height="control" />
            </div>
          </div>
        </SkeletonTable>
      )}
      {isNewcomer && (
        <EmptyState
          icon={<Building />}
          title="Create your first organization"
          action={
            <IfAvailable route="newOrganization">
              <ButtonLink variant="primary" href={href('newOrganization')}>
                Create organization
              </ButtonLink>
            </IfAvailable>
          }
        >
          An organization groups projects under one plan.
        </EmptyState>
      )}
      {ready && !isNewcomer && (
        <>
          {stale && (
            <Alert variant="warning" announce title="Could not refresh the projects">
              {stale.message}
            </Alert>
          )}
          <div className={tools}>
            <div className={field}>{search && <ProjectSearch search={search} />}</div>
            {slug !== undefined && (
              <Button onClick={() => setQuery({ organization: undefined })}>
                {only ? `${only.name} only: show all` : 'Show all organizations'}
              </Button>
            )}
          </div>
          <ProjectGroups
            organizations={organizations.data}
            projects={projects.data}
            text={searched.trim().toLowerCase()}
            slug={slug}
            onShowAll={showAll}
          />
        </>
      )}
    </PageLayout>
  );
}
