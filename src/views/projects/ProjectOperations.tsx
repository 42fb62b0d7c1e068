import type { ProjectDetail } from '../../contract/projects/project.ts';
import type { ProjectCommandName } from '../../contract/projects/projectStatus.ts';
import { DangerZone } from '../parts/DangerZone.tsx';
import { OperationRow } from '../parts/OperationRow.tsx';
import { ProjectCommands } from '../parts/ProjectCommands.tsx';
import type { ProjectActionsActor } from '../parts/useProjectActions.ts';
import { Card } from '../ui/Card.tsx';

const operations = {
  restart: { title: 'Restart', text: 'Closes all connections and restarts Postgres.' },
  pause: {
    title: 'Pause',
    text: 'Stops the database until you restore it. Your data is preserved.',
  },
} as const satisfies Partial<Record<ProjectCommandName, { title: string; text: string }>>;
const names = Object.keys(operations) as readonly (keyof typeof operations)[];

interface ProjectOperationsProps {
  project: ProjectDetail;
  actions: ProjectActionsActor;
  /** What the project's status allows. */
  offered: readonly ProjectCommandName[];
}

/** What can be done with the whole project, apart from what destroys it. */
export function ProjectOperations({ project, actions, offered }: ProjectOperationsProps) {
  const safe = names.filter((name) => offered.includes(name));
  return (
    <>
      {safe.length > 0 && (
        <Card title="Project actions">
          {safe.map((name) => (
            <OperationRow key={name} {...operations[name]}>
              <ProjectCommands actions={actions} project={project} only={[name]} />
            </OperationRow>
          ))}
        </Card>
      )}
      {offered.includes('delete') && <DangerZone actions={actions} project={project} />}
    </>
  );
}
