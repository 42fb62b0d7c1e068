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
  <Card title="Being set up">
    {/* A list with the role `status` would lose its list semantics. */}
    <div role="status" aria-label="Being set up">
      <ul className={list}>
        <li className={item}>
          <Spinner />A Postgres database of its own
        </li>
        <li className={item}>
          <Spinner />A role that owns it, with the password you chose
        </li>
        <li className={item}>
          <Spinner />
          The API that takes the keys below
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
            title="The project could not be loaded"
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
        description={
          failed ? undefined : 'Your project is being set up. This page turns into its home as soon as it is ready.'
        }
      />
      {isOutOfTouch && (
        <Alert variant="warning" title="How far it is cannot be said now" announce>
          The server does not answer as it should. It is asked again every few seconds.
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
