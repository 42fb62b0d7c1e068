import { useSelector } from '@xstate/react';
import Plug from 'lucide-react/icons/plug';
import Terminal from 'lucide-react/icons/square-terminal';
import { createElement, useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { computeSizeIds } from '../../contract/projects/computeSizeIds.ts';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { commandsFor } from '../../contract/projects/projectStatus.ts';
import { regionName } from '../../contract/projects/regions.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { sizeName } from '../parts/sizeName.ts';
import { useProjectActions } from '../parts/useProjectActions.ts';
import { useResource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { floatingPart, useFloating } from '../ui/floatingParts.ts';
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
const awaitsSteps = css({ animation: 'appearLast' });
const awaitsStepsBelow = css({ animation: { xlDown: 'appearLast' } });
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
// As high as the heading with its buttons, which are below it on a narrow window.
const header = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: { base: 'control.medium', mdDown: 'control.large' },
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

function Details({
  project: { ref, cloud_provider: provider, region, dbVersion, compute_size: size, inserted_at: made, capabilities },
}: {
  project: ProjectDetail;
}) {
  return (
    <Card title="Details">
      <dl className={facts}>
        <Fact label="Reference" tools={<CopyButton what="the reference" text={ref} size="medium" />}>
          <span className={code}>{ref}</span>
        </Fact>
        {/* An embedded database runs where the server does. */}
        {capabilities.kind !== 'embedded' && (
          <Fact label="Region">
            {regionName(region)} · {provider}
          </Fact>
        )}
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

/** What the skeleton and the page, whose elements differ, have decided about the steps. */
interface Sight {
  /** Whether the user has seen the cards without steps above them. */
  areSeen: boolean;
  onSeen: () => void;
  /** Where the steps are; null before one is known to be left. */
  place: 'above' | 'below' | null;
  onPlaced: (place: 'above' | 'below') => void;
}

interface BoardProps extends Sight {
  projectRef: string;
  /** Undefined while it is loading. */
  project: ProjectDetail | undefined;
  apiOff: boolean;
  /** Beside the cards. */
  children?: ReactNode;
}

/**
 * The cards, which keep their places from their first frame on: as long as a step is left, the steps are above them.
 * One answer that says so is enough, and the quick ones do not ask the database. Until then the cards wait, on a
 * narrow window with the actions below them, but no longer than a second, because they are needed most where a database
 * does not answer. An unavailable one has everything at once, and no steps. Steps that are known later are below
 * everything, and steps that are done meanwhile stay.
 */
function Board({ projectRef: ref, project, apiOff, areSeen, onSeen, place, onPlaced, children }: BoardProps) {
  const tables = useResource('tables', { ref }, project !== undefined);
  const history = useResource('queryHistory', { ref });
  const activity = useResource('activity', { ref });
  const steps = useNextSteps(ref, { tables, history, activity }, apiOff);
  const isUnavailable = project?.status === 'ACTIVE_UNHEALTHY';
  const areLeft = !isUnavailable && steps.some(({ isDone }) => isDone === false);
  const areKnown = areLeft || [tables, history, activity].every(({ state }) => state !== 'loading');
  const isWaiting = !areSeen && place === null && (project === undefined || (!areKnown && !isUnavailable));
  // Before the frame is painted.
  useLayoutEffect(() => {
    if (place === null && areLeft) onPlaced(areSeen ? 'below' : 'above');
  }, [place, areLeft, areSeen, onPlaced]);
  const areShown = place === null && !isWaiting;
  useEffect(() => {
    if (areShown) onSeen();
  }, [areShown, onSeen]);
  const next = place !== null && !isUnavailable && <NextSteps steps={steps} />;
  return (
    <div className={board}>
      <div className={main}>
        {place === 'above' && next}
        <div
          className={cx(cards, isWaiting && awaitsSteps)}
          onAnimationStart={({ target, currentTarget }) => {
            if (target === currentTarget) onSeen();
          }}
        >
          <SizeCard activity={activity} current={tables.data?.database_bytes} />
          <RequestsCard
            activity={activity}
            connect={!apiOff && <ButtonLink href={href('project', { ref }, connectQuery)}>Connect an app</ButtonLink>}
          />
          <TablesCard projectRef={ref} tables={tables} />
          <RecentQueriesCard projectRef={ref} history={history} />
        </div>
      </div>
      {project && (
        <aside className={cx(cards, isWaiting && awaitsStepsBelow)} aria-label="About this project">
          {children}
        </aside>
      )}
      {place === 'below' && next}
    </div>
  );
}

const HomeSkeleton = ({ projectRef, sight }: { projectRef: string; sight: Sight }) => (
  <PageLayout>
    <SkeletonGroup label="Loading the project">
      <h1 className={spoken}>Loading the project</h1>
      <div className={header}>
        <Skeleton height="title" width={25} />
      </div>
    </SkeletonGroup>
    <Board projectRef={projectRef} project={undefined} apiOff={false} {...sight} />
  </PageLayout>
);

/** The largest table of the public schema, which the Data API reads. */
function useSampleTable(ref: string): string | undefined {
  return useResource('tables', { ref }).data?.tables.find(({ schema }) => schema === 'public')?.name;
}

/** A project's home: what is in it, what happened, and how to connect to it. */
function Home({ project, sight }: { project: ProjectDetail; sight: Sight }) {
  const { ref, name, status, postgrestStatus } = project;
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
      {status === 'ACTIVE_UNHEALTHY' && <ProjectUnavailable project={project} actions={undefined} />}
      <Board projectRef={ref} project={project} apiOff={apiOff} {...sight}>
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
  const [areSeen, setSeen] = useState(false);
  const [place, onPlaced] = useState<Sight['place']>(null);
  const sight: Sight = { areSeen, onSeen: useCallback(() => setSeen(true), []), place, onPlaced };
  return (
    <ProjectGate projectRef={ref} skeleton={<HomeSkeleton projectRef={ref} sight={sight} />}>
      {(project) => <Home project={project} sight={sight} />}
    </ProjectGate>
  );
}
