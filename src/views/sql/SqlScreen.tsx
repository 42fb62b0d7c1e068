import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { usableStatuses } from '../../contract/projects/projectStatus.ts';
import type { sqlScreenMachine } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import {
  selectDraft,
  selectGeneration,
  selectIsLoadingGeneration,
  selectIsSheetOpen,
  selectRef,
  selectResultsPane,
  selectRun,
  selectRunningQueriesOf,
  selectCursor,
  selectSettings,
  selectSnippets,
  selectSqlFailure,
  selectSqlPhase,
  selectStyleNonce,
} from '../../machines/sql/sqlScreen/sqlScreen.selectors.ts';
import { NoAccess } from '../parts/NoAccess.tsx';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { useResource } from '../parts/useResource.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useIsLoaded } from '../ui/floatingParts.ts';
import { PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { sqlEditorPart } from './sqlEditorPart.ts';
import { SqlWorkspace, type SqlData } from './SqlWorkspace.tsx';

type SqlFlow = ActorRefFrom<typeof sqlScreenMachine>;

const inset = css({ padding: '4', overflow: 'auto' });

/** The screen as its chart says, whatever the platform answers. */
export function SqlPage({ flow, data }: { flow: SqlFlow; data: SqlData }) {
  const phase = useSelector(flow, selectSqlPhase);
  const projectRef = useSelector(flow, selectRef);
  const settings = useSelector(flow, selectSettings);
  const cursor = useSelector(flow, selectCursor);
  const styleNonce = useSelector(flow, selectStyleNonce);
  const failure = useSelector(flow, selectSqlFailure);
  const isSheetOpen = useSelector(flow, selectIsSheetOpen);
  const draft = useSelector(flow, selectDraft);
  const run = useSelector(flow, selectRun);
  const results = useSelector(flow, selectResultsPane);
  const snippets = useSelector(flow, selectSnippets);
  const runningQueries = useSelector(flow, selectRunningQueriesOf);
  const generation = useSelector(flow, selectGeneration);
  const isLoadingGeneration = useSelector(flow, selectIsLoadingGeneration);

  if (phase === 'broken' && failure) {
    return (
      <PageLayout width="form">
        <ErrorState
          title="Could not open the SQL editor"
          failure={failure}
          onRetry={() => flow.send({ type: 'opening.retried' })}
        />
      </PageLayout>
    );
  }
  if (phase !== 'open' || !draft || !run || !results || !snippets || !runningQueries)
    return (
      <PageLayout>
        <SkeletonRows label="Opening the SQL editor" rows={6} />
      </PageLayout>
    );
  return (
    <SqlWorkspace
      projectRef={projectRef}
      draft={draft}
      run={run}
      results={results}
      snippets={snippets}
      runningQueries={runningQueries}
      data={data}
      settings={settings}
      cursor={cursor}
      styleNonce={styleNonce}
      isSheetOpen={isSheetOpen}
      generation={generation ?? null}
      isLoadingGeneration={isLoadingGeneration}
      onGenerationOpened={() => flow.send({ type: 'generation.opened' })}
      onGenerationClosed={() => flow.send({ type: 'generation.closed' })}
      onSettingsChanged={(changed) => flow.send({ type: 'settings.changed', settings: changed })}
      onCursorMoved={(moved) => flow.send({ type: 'cursor.moved', cursor: moved })}
      onSheetOpened={() => flow.send({ type: 'sheet.opened' })}
      onSheetClosed={() => flow.send({ type: 'sheet.closed' })}
    />
  );
}

export default function SqlScreen({ flow }: { flow: SqlFlow }) {
  const ref = useSelector(flow, selectRef);
  const project = useResource('project', { ref });
  const isUsable = project.state === 'ready' && usableStatuses.includes(project.data.status);
  const areTablesShown = useSelector(flow, selectSettings).sidebarPane === 'tables';
  const hasEditor = useIsLoaded(sqlEditorPart);
  const catalog = useResource('catalog', { ref }, isUsable && (areTablesShown || hasEditor));
  const snippets = useResource('snippets', { ref });
  const history = useResource('queryHistory', { ref });
  const actions = useProjectActions();

  if (project.state === 'failed' && (project.failure.code === 403 || project.failure.code === 404))
    return (
      <PageLayout width="form">
        <NoAccess />
      </PageLayout>
    );
  // Typing goes on in any state of the project; only its database is out of reach.
  const unavailable =
    project.state === 'ready' && !isUsable ? (
      <div className={inset}>
        <ProjectUnavailable project={project.data} actions={actions} />
      </div>
    ) : null;
  const hasDataApi = project.state === 'ready' && project.data.postgrestStatus === 'ONLINE';
  return <SqlPage flow={flow} data={{ catalog, hasDataApi, snippets, history, unavailable }} />;
}
