import { css } from 'styled-system/css';
import type { Project } from '../../contract/projects/project.ts';
import { sqlStartIn } from '../../contract/sql/sqlStart.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';

const choices = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  '& > li': { minWidth: '0' },
});
const truncated = css({ overflow: 'hidden', textOverflow: 'ellipsis' });

/** The one that the user worked with last is first. */
const byLastUse = (projects: readonly Project[]): Project[] =>
  projects.toSorted((one, other) =>
    (other.last_active_at ?? other.inserted_at).localeCompare(one.last_active_at ?? one.inserted_at),
  );

function ProjectChoice({ sql }: { sql: string }) {
  const read = useResource('projects');
  if (read.state === 'loading') return <SkeletonRows label="Loading your projects" rows={2} />;
  if (read.state === 'failed') return <ResourceError title="Could not load your projects" read={read} />;
  const projects = byLastUse(read.data);
  return projects.length === 0 ? (
    <EmptyState
      title="No projects yet"
      action={
        <ButtonLink variant="primary" href={href('projects')}>
          Create project
        </ButtonLink>
      }
    >
      Create a project, then open this page again.
    </EmptyState>
  ) : (
    <Card title="Open in the SQL editor of">
      <ul className={choices}>
        {projects.map(({ ref, name }, index) => (
          <li key={ref}>
            <ButtonLink variant={index === 0 ? 'primary' : 'default'} href={href('sql', { ref }, { sql })}>
              <span className={truncated}>{name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** An example of the guides, on its way to a project's SQL editor. Only the user runs it. */
export default function SqlExampleScreen() {
  const start = sqlStartIn(useQuery());
  if (start === null || !('sql' in start))
    return (
      <PageLayout>
        <PageHeader title="Run an example" />
        <EmptyState title="No example here">This URL contains no SQL. Choose an example in a guide.</EmptyState>
      </PageLayout>
    );
  return (
    <PageLayout>
      <PageHeader
        title="Run an example"
        description="The example opens as a new query. Nothing runs until you run it."
      />
      <CodeBlock label="Example" code={start.sql} />
      <IfAvailable route="sql">
        <ProjectChoice sql={start.sql} />
      </IfAvailable>
    </PageLayout>
  );
}
