import { useSelector } from '@xstate/react';
import Terminal from 'lucide-react/icons/square-terminal';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { commandsFor, type ProjectCommandName } from '../../contract/projects/projectStatus.ts';
import { regionName } from '../../contract/projects/regions.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { ProjectCommands } from '../parts/ProjectCommands.tsx';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import { ProjectUnavailable } from '../parts/ProjectUnavailable.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { useProjectActions, type ProjectActionsActor } from '../parts/useProjectActions.ts';
import { useResource } from '../parts/useResource.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Time } from '../ui/Time.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { ClientCode } from './ClientCode.tsx';
import { Fact, Facts } from './Facts.tsx';
import { NextSteps } from './NextSteps.tsx';
import { ProjectConnection } from './ProjectConnection.tsx';
import { ProjectKeys } from './ProjectKeys.tsx';

const operation = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '3',
  '& + &': { paddingTop: '4', marginTop: '4', borderTop: 'hairline' },
});
const operationWords = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: 'menu' });
const operationTitle = css({ textStyle: 'label' });
const anchor = css({ scrollMarginTop: '4', minWidth: '0' });
const mutedText = css({ color: 'muted', textWrap: 'pretty' });

const Operation = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={operation}>
    <div className={operationWords}>
      <h3 className={operationTitle}>{title}</h3>
      <p className={mutedText}>{text}</p>
    </div>
    {children}
  </div>
);

const About = ({
  project: { ref, cloud_provider: provider, region, dbVersion, compute_size: size, inserted_at: made },
}: {
  project: ProjectDetail;
}) => (
  <Card title="Project details">
    <Facts>
      <Fact label="Reference" code>
        {ref}
      </Fact>
      <Fact label="Region">
        {regionName(region)} · {provider} {region}
      </Fact>
      <Fact label="Postgres">{dbVersion ?? 'Not available yet'}</Fact>
      <Fact label="Compute size">{size}</Fact>
      <Fact label="Created">
        <Time value={made} />
      </Fact>
    </Facts>
  </Card>
);

const operations = [
  { command: 'restart', title: 'Restart', text: 'Closes all connections and restarts Postgres.' },
  {
    command: 'pause',
    title: 'Pause',
    text: 'Stops the database. Your data is preserved, and you can restore the project at any time.',
  },
  { command: 'delete', title: 'Delete', text: 'Permanently deletes the project and all its data.' },
] as const;

const Operations = ({
  project,
  actions,
  offered,
}: {
  project: ProjectDetail;
  actions: ProjectActionsActor;
  offered: readonly ProjectCommandName[];
}) => (
  <Card title="Project actions">
    {operations
      .filter(({ command }) => offered.includes(command))
      .map(({ command, title, text }) => (
        <Operation key={command} title={title} text={text}>
          <ProjectCommands actions={actions} project={project} only={[command]} />
        </Operation>
      ))}
  </Card>
);

/** A project's home: how to connect to it, its keys, and its operations. */
function Home({ project }: { project: ProjectDetail }) {
  const { ref, name, status, postgrestStatus } = project;
  const actions = useProjectActions();
  const { platformMode } = useSelector(useApp(), selectConfig);
  return (
    <PageLayout>
      <PageHeader
        title={name}
        badge={<StatusBadge status={status} />}
        actions={
          <IfAvailable route="sql">
            <ButtonLink variant="primary" icon={<Terminal />} href={href('sql', { ref })}>
              Open SQL editor
            </ButtonLink>
          </IfAvailable>
        }
      />
      {status === 'ACTIVE_UNHEALTHY' && <ProjectUnavailable project={project} actions={undefined} />}
      <NextSteps projectRef={ref} />
      <ProjectConnection projectRef={ref} />
      <div id="keys" className={anchor}>
        <ProjectKeys projectRef={ref} withServiceKey />
      </div>
      <div id="program" className={anchor}>
        <ClientCode projectRef={ref} apiOff={status === 'ACTIVE_HEALTHY' && postgrestStatus !== 'ONLINE'} />
      </div>
      <About project={project} />
      {actions && <Operations project={project} actions={actions} offered={commandsFor(status, platformMode)} />}
    </PageLayout>
  );
}

export default function HomeScreen({ params: { ref } }: ScreenProps<'project'>) {
  useDocumentTitle(useResource('project', { ref }).data?.name ?? null);
  return <ProjectGate projectRef={ref}>{(project) => <Home project={project} />}</ProjectGate>;
}
