import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { projectSetupMachine } from '../../machines/projects/projectSetup/projectSetup.machine.ts';
import {
  selectFailure,
  selectIsInitFailed,
  selectIsStale,
  selectProject,
  selectSince,
} from '../../machines/projects/projectSetup/projectSetup.selectors.ts';
import { failureTitles } from '../parts/failureTitles.ts';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonCards } from '../ui/SkeletonCards.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { ClientCode } from './ClientCode.tsx';
import { ProjectKeys } from './ProjectKeys.tsx';
import { SetupProgress } from './SetupProgress.tsx';

export default function ProjectSetupScreen({ flow }: { flow: ActorRefFrom<typeof projectSetupMachine> }) {
  const project = useSelector(flow, selectProject);
  const failure = useSelector(flow, selectFailure);
  const since = useSelector(flow, selectSince);
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
          {since !== null && <SetupProgress setup={project.setup ?? null} since={since} />}
          <ProjectKeys projectRef={project.ref} />
          <ClientCode projectRef={project.ref} />
        </>
      )}
    </PageLayout>
  );
}
