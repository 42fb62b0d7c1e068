import { useSelector } from '@xstate/react';
import Plug from 'lucide-react/icons/plug';
import Terminal from 'lucide-react/icons/square-terminal';
import { createElement, useCallback, useEffect, useState, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { chosenPlaceOf } from '../../contract/projects/chosenPlace.ts';
import { computeSizeIds } from '../../contract/projects/computeSizeIds.ts';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { commandsFor } from '../../contract/projects/projectStatus.ts';
import type { TableSummary } from '../../contract/projects/tableList.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import { projectParts } from '../parts/projectParts.ts';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { sizeName } from '../parts/sizeName.ts';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { useResource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { floatingPart, useFloating, useIsLoaded } from '../ui/floatingParts.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Time } from '../ui/Time.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { RequestsCard, SizeCard } from './ActivityCards.tsx';
import { connectQuery } from './connectQuery.ts';
import { NextSteps, useNextSteps } from './NextSteps.tsx';
import { ProjectOperations } from './ProjectOperations.tsx';
import { RecentQueriesCard } from './RecentQueriesCard.tsx';
import { TablesCard } from './TablesCard.tsx';

const connectDialog = floatingPart(() => import('./ConnectDialog.tsx'));

const board = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr) {sizes.popover}]', xlDown: '[minmax(0, 1fr)]' },
});
const main = css({ display: 'grid', gap: '6', gridTemplateColumns: '[minmax(0, 1fr)]' });
const waits = css({ animation: 'appearLast' });
const waitsBelow = css({ animation: { xlDown: 'appearLast' } });
/** As many columns as there is room for. */
const cards = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, {sizes.popover}), 1fr))]',
});
const facts = css({ display: 'grid', margin: '0' });
// Aligned at their start, so that a font that arrives late moves nothing.
const fact = css({
  display: 'grid',
  gridTemplateColumns: '[{sizes.24} minmax(0, 1fr)]',
  alignItems: 'center',
  minHeight: 'control.medium',
});
const factName = css({ color: 'muted', whiteSpace: 'nowrap' });
const factValue = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1',
  minWidth: '0',
  margin: '0',
});
const factText = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const code = css({ textStyle: 'mono' });
const spoken = css({ srOnly: true });
// As high as the heading with its buttons, which are below it on a phone.
const header = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: { base: 'control.medium', smDown: '[calc(2 * {sizes.control.medium} + {sizes.2})]' },
  paddingBottom: { smDown: '12' },
});

const Fact = ({ label, tools, children }: { label: string; tools?: ReactNode; children: ReactNode }) => (
  <div className={fact}>
    <dt className={factName}>{label}</dt>
    <dd className={factValue}>
      <span className={factText}>{children}</span>
      {tools}
    </dd>
  </div>
);

function Details({ project }: { project: ProjectDetail }) {
  const { ref, dbVersion, compute_size: size, inserted_at: made, capabilities } = project;
  const place = chosenPlaceOf(project);
  return (
    <Card title="Details">
      <dl className={facts}>
        <Fact label="Reference" tools={<CopyButton what="the reference" text={ref} size="medium" />}>
          <span className={code}>{ref}</span>
        </Fact>
        {place !== null && <Fact label="Region">{place}</Fact>}
        {(capabilities.kind !== 'embedded' || size !== computeSizeIds[0]) && (
          <Fact label="Compute size">{sizeName(size)}</Fact>
        )}
        <Fact label="Postgres">{dbVersion ?? 'Not available yet'}</Fact>
        <Fact label="Created">
          <Time value={made} detail="day" />
        </Fact>
      </dl>
    </Card>
  );
}

/** What is decided once, when the board is first seen: in the skeleton or on the page, whose elements differ. */
interface HomeLayout {
  /** Where the next steps are; null as long as none is left. */
  steps: 'above' | 'below' | null;
  /** Whether connecting an app is one of the steps. */
  connects: boolean;
  /** Whether the page begins with why the database is unavailable. */
  explains: boolean;
  /** Whether the card of recent queries is as high as its rows. */
  fitsQueries: boolean;
}

interface LayoutProps {
  /** Null until the board is seen. */
  layout: HomeLayout | null;
  onLayout: (layout: HomeLayout) => void;
}

interface BoardProps extends LayoutProps {
  projectRef: string;
  /** Undefined while it is loading. */
  project: ProjectDetail | undefined;
  /** Whether apps can connect, which only the project says. */
  connects: boolean;
  /** Beside the cards. */
  children?: ReactNode;
}

/**
 * The cards, which keep their places once they are seen: as long as a step is left, the steps are above them. One
 * answer that says so is enough, and the quick ones do not ask the database. Until the project and such an answer are
 * there the cards wait, on a narrow window with the actions below them, but no longer than a second, because they are
 * needed most where a database does not answer. What is known later is below what is seen, and steps that are done
 * meanwhile stay.
 */
function Board({ projectRef: ref, project, connects, layout, onLayout, children }: BoardProps) {
  const tables = useResource('tables', { ref }, project !== undefined);
  const history = useResource('queryHistory', { ref });
  const activity = useResource('activity', { ref });
  const canExplain = useIsLoaded(projectParts.unavailable);
  const withConnect = layout?.steps ? layout.connects : connects;
  const steps = useNextSteps(ref, { tables, history, activity }, withConnect);
  const isUnavailable = project?.status === 'ACTIVE_UNHEALTHY';
  const hasStep = !isUnavailable && steps.some(({ isDone }) => isDone === false);
  const isKnown =
    history.state !== 'loading' && (hasStep || ![tables, activity].some(({ state }) => state === 'loading'));
  const isWaiting = layout === null && (project === undefined || !(isUnavailable ? canExplain : isKnown));
  // The skeleton has no place below: the details and actions of the project come there.
  const stepsPlace =
    layout?.steps ?? (hasStep ? (layout === null ? 'above' : project === undefined ? null : 'below') : null);
  const explains = layout?.explains ?? (isUnavailable && canExplain);
  const fitsQueries = layout?.fitsQueries ?? history.state === 'ready';
  const show = useCallback(
    () => onLayout({ steps: stepsPlace, connects: withConnect, explains, fitsQueries }),
    [onLayout, stepsPlace, withConnect, explains, fitsQueries],
  );
  useEffect(() => {
    if (!isWaiting) show();
  }, [isWaiting, show]);
  const notice = isUnavailable && <ProjectUnavailable project={project} actions={undefined} />;
  // Its code loads where it is mounted.
  const isNoticeAbove = layout === null || explains;
  return (
    <div className={board}>
      <div
        className={cx(main, isWaiting && waits)}
        onAnimationStart={({ target, currentTarget }) => {
          if (target === currentTarget) show();
        }}
      >
        {isNoticeAbove && notice}
        {stepsPlace === 'above' && <NextSteps steps={steps} />}
        <div className={cards}>
          <SizeCard activity={activity} current={tables.data?.database_bytes} />
          <RequestsCard
            activity={activity}
            connect={connects && <ButtonLink href={href('project', { ref }, connectQuery)}>Connect an app</ButtonLink>}
          />
          <TablesCard projectRef={ref} tables={tables} />
          <RecentQueriesCard projectRef={ref} history={history} fits={fitsQueries} />
        </div>
      </div>
      {project && (
        <aside className={cx(cards, isWaiting && waitsBelow)} aria-label="About this project">
          {children}
          {!isNoticeAbove && notice}
        </aside>
      )}
      {stepsPlace === 'below' && <NextSteps steps={steps} />}
    </div>
  );
}

const HomeSkeleton = ({ projectRef, ...layout }: { projectRef: string } & LayoutProps) => (
  <PageLayout>
    <SkeletonGroup label="Loading the project">
      <h1 className={spoken}>Loading the project</h1>
      <div className={header}>
        <Skeleton height="title" width={25} />
      </div>
    </SkeletonGroup>
    <Board projectRef={projectRef} project={undefined} connects={false} {...layout} />
  </PageLayout>
);

/** The largest table of the public schema, which the Data API reads. */
function useSampleTable(ref: string): TableSummary | undefined {
  return useResource('tables', { ref }).data?.tables.find(({ schema }) => schema === 'public');
}

/** A project's home: what is in it, what happened, and how to connect to it. */
function Home({ project, ...layout }: { project: ProjectDetail } & LayoutProps) {
  const { ref, name, status, postgrestStatus } = project;
  const [isLate] = useState(layout.layout !== null);
  const actions = useProjectActions();
  const { platformMode } = useSelector(useApp(), selectConfig);
  const isConnecting = useQuery()['connect'] !== undefined;
  const ConnectDialog = useFloating(connectDialog, isConnecting);
  const table = useSampleTable(ref);
  // A newcomer finds an example that is ready to run.
  const start = useResource('queryHistory', { ref }).data?.length === 0 ? ({ example: 'runQuery' } as const) : {};
  const apiOff = status === 'ACTIVE_HEALTHY' && postgrestStatus !== 'ONLINE';
  return (
    <PageLayout>
      <PageHeader
        title={name}
        isName
        inLine={isLate}
        badge={<StatusBadge status={status} />}
        actions={
          <>
            <IfAvailable route="sql">
              <ButtonLink icon={<Terminal />} href={href('sql', { ref }, start)}>
                Open SQL editor
              </ButtonLink>
            </IfAvailable>
            <Button variant="primary" icon={<Plug />} onClick={() => setQuery(connectQuery)}>
              Connect
            </Button>
          </>
        }
      />
      <Board projectRef={ref} project={project} connects={!apiOff} {...layout}>
        <Details project={project} />
        {actions && (
          <ProjectOperations project={project} actions={actions} offered={commandsFor(status, platformMode)} />
        )}
      </Board>
      {ConnectDialog &&
        createElement(ConnectDialog, {
          open: isConnecting,
          onClose: () => setQuery({ connect: undefined, language: undefined }),
          project,
          apiOff,
          table,
        })}
    </PageLayout>
  );
}

export default function HomeScreen({ params: { ref } }: ScreenProps<'project'>) {
  useDocumentTitle(useResource('project', { ref }).data?.name ?? null);
  const [layout, onLayout] = useState<HomeLayout | null>(null);
  return (
    <ProjectGate projectRef={ref} skeleton={<HomeSkeleton projectRef={ref} layout={layout} onLayout={onLayout} />}>
      {(project) => <Home project={project} layout={layout} onLayout={onLayout} />}
    </ProjectGate>
  );
}
