import Database from 'lucide-react/icons/database';
import Plus from 'lucide-react/icons/plus';
import { css, cx } from 'styled-system/css';
import type { Organization } from '../../contract/organizations/organization.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import type { Project } from '../../contract/projects/project.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { useResource } from '../parts/useResource.ts';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonCards } from '../ui/SkeletonCards.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { listClass, rowClass } from './listStyles.ts';
import { MembersCard, roleName } from './MembersCard.tsx';

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 2fr) minmax(0, 1fr)]', lgDown: '[minmax(0, 1fr)]' },
  alignItems: 'start',
  gap: '6',
});
const column = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '6' });
const link = css({
  color: 'text',
  textDecoration: 'none',
  _hover: { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
});
const names = css({ display: 'grid', minWidth: '0', overflowWrap: 'anywhere' });
const nameText = css({ textStyle: 'label' });
const refText = css({ textStyle: 'mono', color: 'muted' });
const facts = css({ display: 'grid', gap: '1' });
const factText = css({ color: 'muted', textWrap: 'pretty' });

const ProjectList = ({ projects, slug }: { projects: readonly Project[]; slug: string }) =>
  projects.length === 0 ? (
    <EmptyState
      icon={<Database />}
      title="No projects yet"
      action={
        <IfAvailable route="newProject" slug={slug}>
          <ButtonLink variant="primary" href={href('newProject', { slug })}>
            Create project
          </ButtonLink>
        </IfAvailable>
      }
    >
      Each project has its own Postgres database.
    </EmptyState>
  ) : (
    <ul className={listClass} aria-label="Projects">
      {projects.map(({ ref, name, status }) => (
        <li key={ref}>
          <Link href={href('project', { ref })} className={cx(rowClass, link)}>
            <span className={names}>
              <span className={nameText}>{name}</span>
              <span className={refText}>{ref}</span>
            </span>
            <StatusBadge status={status} />
          </Link>
        </li>
      ))}
    </ul>
  );

const Overview = ({
  organization: { slug, name, tier, is_owner: isOwner, assistant_configured: hasModel },
  projects,
}: {
  organization: Organization;
  projects: readonly Project[];
}) => (
  <>
    <PageHeader
      title={name}
      isName
      guide="organizations-and-projects#roles"
      description="The projects, members, and plan of this organization."
      badge={<Badge>{tierName(tier)}</Badge>}
      actions={
        projects.length > 0 && (
          <IfAvailable route="newProject" slug={slug}>
            <ButtonLink variant="primary" icon={<Plus />} href={href('newProject', { slug })}>
              New project
            </ButtonLink>
          </IfAvailable>
        )
      }
    />
    <div className={columns}>
      <div className={column}>
        <Card flush title="Projects">
          <ProjectList projects={projects} slug={slug} />
        </Card>
        <MembersCard slug={slug} />
      </div>
      <div className={column}>
        <Card
          title="Plan"
          actions={
            <IfAvailable route="organizationBilling">
              <ButtonLink size="small" href={href('organizationBilling', { slug })}>
                Billing
              </ButtonLink>
            </IfAvailable>
          }
        >
          <div className={facts}>
            <p>{tierName(tier)}</p>
            <p className={factText}>The plan sets the limits of all projects of this organization.</p>
          </div>
        </Card>
        {hasModel !== undefined && (
          <IfAvailable route="organizationAssistant" slug={slug}>
            <Card
              title="Assistant"
              actions={
                <ButtonLink size="small" href={href('organizationAssistant', { slug })}>
                  {hasModel ? 'Model settings' : 'Set model'}
                </ButtonLink>
              }
            >
              <p className={factText}>
                {hasModel
                  ? 'A model answers questions in the projects of this organization.'
                  : 'No model is configured, so the projects of this organization offer no assistant.'}
              </p>
            </Card>
          </IfAvailable>
        )}
        <Card title="Your role">
          <div className={facts}>
            <p>{roleName(isOwner ? 'owner' : 'developer')}</p>
            <p className={factText}>
              {isOwner
                ? 'You can create, change, and delete the projects.'
                : 'You can create and change the projects. Only an owner can delete them.'}
            </p>
          </div>
        </Card>
      </div>
    </div>
  </>
);

/** An organization: its projects, its members, its plan and the user's role in it. */
export default function OrganizationScreen({ params: { slug } }: ScreenProps<'organization'>) {
  const organization = useResource('organization', { slug });
  const projects = useResource('projects');
  const failed = organization.state === 'failed' ? organization : projects.state === 'failed' ? projects : null;
  if (failed)
    return (
      <PageLayout width="form">
        <PageHeader title="Organization" />
        <ResourceError title="Could not load the organization" read={failed} />
      </PageLayout>
    );
  return (
    <PageLayout>
      {organization.data && projects.data ? (
        <Overview
          organization={organization.data}
          projects={projects.data.filter(({ organization_slug: owner }) => owner === slug)}
        />
      ) : (
        <SkeletonCards label="Loading the organization" />
      )}
    </PageLayout>
  );
}
