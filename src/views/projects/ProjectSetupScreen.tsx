import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { projectSetupMachine } from '../../machines/projects/projectSetup/projectSetup.machine.ts';
import {
  selectFailure,
  selectIsInitFailed,
  selectIsStale,
  selectProject,
} from '../../machines/projects/projectSetup/projectSetup.selectors.ts';
import { failureTitles } from '../parts/failureTitles.ts';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { Alert } from '../ui/Alert.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonCards } from '../ui/SkeletonCards.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { ClientCode } from './ClientCode.tsx';
import { ProjectKeys } from './ProjectKeys.tsx';

const list = css({ display: 'grid', gap: '2' });
const item = css({ display: 'flex', gap: '3', alignItems: 'center' });

/**
 * What the platform creates for a new project. All of it is ready at the same time, so there are no steps to check off.
 */
const SetupProgress = () => (
  <Card title="Setup progress">
    {/* A list with the role `status` would lose its list semantics. */}
    <div role="status" aria-label="Setup progress">
      <ul className={list}>
        <li className={item}>
          <Spinner />
          Creating the database
        </li>
        <li className={item}>
          <Spinner />
          Creating the owner role
        </li>
        <li className={item}>
          <Spinner />
          Starting the API
        </li>
      </ul>
    </div>
  </Card>
);

export default function ProjectSetupScreen({ flow }: { flow: ActorRefFrom<typeof projectSetupMachine> }) {
  const project = useSelector(flow, selectProject);
  const failure = useSelector(flow, selectFailure);
  const failed = useSelector(flow, selectIsInitFailed);
  const isOutOfTouch = useSelector(flow, selectIsStale);
  const actions = useProjectActions();
  useDocumentTitle(project && `Setting up ${project.name}`);
  if (!project) {
    return (
      <PageLayout>
        {failure ? (
          <ErrorState
            title={failureTitles.project}
            failure={failure}
            onRetry={() => flow.send({ type: 'reading.retried' })}
          />
        ) : (
          <SkeletonCards label="Loading the project" />
        )}
      </PageLayout>
    );
  }
  return (
    <PageLayout>
      <PageHeader
        title={project.name}
        badge={<StatusBadge status={project.status} />}
        description={failed ? undefined : 'Setting up your project. Its home page opens when it is ready.'}
      />
      {isOutOfTouch && (
        <Alert variant="warning" title="Could not check progress" announce>
          The server does not respond as expected. Retrying…
        </Alert>
      )}
      {failed ? (
        <ProjectUnavailable project={project} actions={actions} />
      ) : (
        <>
          <SetupProgress />
          <ProjectKeys projectRef={project.ref} />
          <ClientCode projectRef={project.ref} />
        </>
      )}
    </PageLayout>
  );
}
