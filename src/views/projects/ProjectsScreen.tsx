import { useSelector } from '@xstate/react';
import Database from 'lucide-react/icons/database';
import Plus from 'lucide-react/icons/plus';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { runsOwnPlatform } from '../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../contract/organizations/organization.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import type { Project } from '../../contract/projects/project.ts';
import { regionName } from '../../contract/projects/regions.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import type { projectListMachine } from '../../machines/projects/projectList/projectList.machine.ts';
import {
  selectActions,
  selectCommanded,
  selectIsLoading,
  selectSearch,
} from '../../machines/projects/projectList/projectList.selectors.ts';
import { firstProjectSlug } from '../../router/addresses.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { AddressSearch, useSearched } from '../parts/AddressSearch.tsx';
import { useApp } from '../parts/app.context.ts';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ProjectDialogs } from '../parts/ProjectDialogs.tsx';
import { RestoreFailure } from '../parts/RestoreFailure.tsx';
import { useAvailability } from '../parts/useAvailability.ts';
import { useHomeOrganization } from '../parts/useHomeOrganization.ts';
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
import { TextLink } from '../ui/TextLink.tsx';
import { touchTargetClass } from '../ui/touchTarget.ts';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { ProjectTable, type ProjectTableProps } from './ProjectTable.tsx';

const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const toolsToCome = css({ display: 'flex', paddingBottom: '4' });
const field = css({ flex: '1', minWidth: 'menu', maxWidth: { base: 'popover', mdDown: 'full' } });
const message = css({ maxWidth: 'page.form' });
const groups = css({ display: 'grid', gap: '6' });
const titleRow = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' });
const headingLink = css({
  color: 'text',
  borderRadius: 'small',
  textDecoration: 'none',
  _hover: { textDecoration: 'underline', textDecorationColor: 'accent' },
});
const count = css({ textStyle: 'small', color: 'muted' });
const none = css({ color: 'muted' });
const clear = css({ paddingTop: '3' });
const empty = css({ width: 'full', maxWidth: 'form', marginInline: 'auto', paddingTop: { base: '10', mdDown: '4' } });

const isFound = (project: Project, text: string, withRegion: boolean): boolean =>
  [project.name, project.ref, ...(withRegion ? [project.region, regionName(project.region)] : [])].some((words) =>
    words.toLowerCase().includes(text),
  );

interface OrganizationProjectsProps {
  organization: Organization;
  projects: readonly Project[];
  isOwn: boolean;
  onCommand: ProjectTableProps['onCommand'];
}

const OrganizationProjects = ({
  organization: { slug, name, tier },
  projects,
  isOwn,
  onCommand,
}: OrganizationProjectsProps) => (
  <Card
    flush={projects.length > 0}
    title={
      <span className={titleRow}>
        {useAvailability()('organization', slug) ? (
          <Link href={href('organization', { slug })} className={cx(headingLink, touchTargetClass)}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {!isOwn && <Badge>{tierName(tier)}</Badge>}
      </span>
    }
    actions={projects.length > 0 && <span className={count}>{countWords(projects.length, 'project')}</span>}
  >
    {projects.length === 0 ? (
      <p className={none}>
        {name} has no projects yet.{' '}
        <IfAvailable route="newProject" slug={slug}>
          <TextLink href={href('newProject', { slug })}>Create project</TextLink>
        </IfAvailable>
      </p>
    ) : (
      <div className={clear}>
        <ProjectTable label={`Projects of ${name}`} projects={projects} withRegion={!isOwn} onCommand={onCommand} />
      </div>
    )}
  </Card>
);

interface ProjectGroupsProps {
  organizations: readonly Organization[];
  projects: readonly Project[];
  text: string;
  slug: string | undefined;
  onShowAll: () => void;
  onCommand: ProjectTableProps['onCommand'];
}

function ProjectGroups({ organizations, projects, text, slug, onShowAll, onCommand }: ProjectGroupsProps) {
  const isOwn = runsOwnPlatform(useSelector(useApp(), selectConfig));
  const shown = organizations
    .filter((organization) => slug === undefined || organization.slug === slug)
    .map((organization) => ({
      organization,
      projects: projects.filter(
        (project) => project.organization_slug === organization.slug && isFound(project, text, !isOwn),
      ),
    }))
    // During a search, an organization without results is not an organization without projects.
    .filter((group) => text === '' || group.projects.length > 0);
  // The two lists are read at different times: a project may arrive before its organization.
  const strays =
    slug === undefined
      ? projects.filter(
          (project) =>
            organizations.every((organization) => organization.slug !== project.organization_slug) &&
            isFound(project, text, !isOwn),
        )
      : [];
  if (shown.length === 0 && strays.length === 0) {
    return (
      <div className={empty}>
        <EmptyState
          icon={<Database />}
          title={text === '' ? 'Organization not found' : `No projects match “${text}”`}
          action={<Button onClick={onShowAll}>Show all projects</Button>}
        />
      </div>
    );
  }
  return (
    <div className={groups}>
      {shown.map((group) => (
        <OrganizationProjects
          key={group.organization.slug}
          organization={group.organization}
          projects={group.projects}
          isOwn={isOwn}
          onCommand={onCommand}
        />
      ))}
      {strays.length > 0 && (
        <Card flush title="Other organizations">
          <div className={clear}>
            <ProjectTable
              label="Projects of other organizations"
              projects={strays}
              withRegion={!isOwn}
              onCommand={onCommand}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

/** What comes first for a user without a project in the only organization, or without an organization. */
const FirstProject = ({ organization }: { organization: Organization | undefined }) => (
  <div className={empty}>
    <EmptyState
      icon={<Database />}
      title={organization ? `${organization.name} has no projects yet` : 'Create your first project'}
      action={
        <IfAvailable route={organization ? 'newProject' : 'newOrganization'} slug={organization?.slug}>
          <ButtonLink variant="primary" href={href('newProject', { slug: organization?.slug ?? firstProjectSlug })}>
            Create project
          </ButtonLink>
        </IfAvailable>
      }
    >
      A project is a Postgres database with an API.
    </EmptyState>
  </div>
);

/** All projects of the user, by organization. */
export default function ProjectsScreen({ flow }: { flow: ActorRefFrom<typeof projectListMachine> }) {
  const organizations = useResource('organizations');
  const projects = useResource('projects');
  const isOwn = runsOwnPlatform(useSelector(useApp(), selectConfig));
  const search = useSelector(flow, selectSearch);
  const actions = useSelector(flow, selectActions);
  const commanded = useSelector(flow, selectCommanded);
  const loading = useSelector(flow, selectIsLoading);
  const busy = useSelector(actions, (snapshot) => snapshot?.hasTag('busy') ?? false);
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
  const only = organizations.data?.find((organization) => organization.slug === slug);
  const lastVisited = useHomeOrganization();
  const home = only ?? lastVisited;
  const isEmpty = ready && projects.data.length === 0;
  const first =
    isEmpty && organizations.data.length < 2 && (slug === undefined || only) ? { organization: home } : null;
  return (
    <PageLayout>
      <PageHeader
        title="Projects"
        actions={
          ready &&
          !first &&
          home && (
            <IfAvailable route="newProject" slug={home.slug}>
              <ButtonLink variant="primary" icon={<Plus />} href={href('newProject', { slug: home.slug })}>
                New project
              </ButtonLink>
            </IfAvailable>
          )
        }
      />
      {failed && (
        <div className={message}>
          <ErrorState
            title="Could not load your projects"
            failure={failed.failure}
            retrying={organizations.refreshing || projects.refreshing}
            onRetry={() => {
              organizations.retry();
              projects.retry();
            }}
          />
        </div>
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
      {ready && stale && (
        <Alert variant="warning" announce title="Could not refresh the projects">
          {stale.message}
        </Alert>
      )}
      {actions && <RestoreFailure actions={actions} name={commanded} />}
      {first && <FirstProject organization={first.organization} />}
      {ready && !first && (
        <>
          <div className={tools}>
            <div className={field}>
              {search && (
                <AddressSearch
                  search={search}
                  label="Search projects"
                  placeholder={isOwn ? 'Search by name or reference' : 'Search by name, reference, or region'}
                />
              )}
            </div>
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
            onCommand={loading || busy ? null : (request) => flow.send({ type: 'command.requested', ...request })}
          />
        </>
      )}
      {actions && <ProjectDialogs actions={actions} />}
    </PageLayout>
  );
}
