import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import type { ProjectCommandName } from '../../contract/projects/projectStatus.ts';
import { ProjectCommands } from '../parts/ProjectCommands.tsx';
import type { ProjectActionsActor } from '../parts/useProjectActions.ts';
import { Card } from '../ui/Card.tsx';

const operation = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '3',
  '& + &': { paddingTop: '4', marginTop: '4', borderTop: 'hairline' },
});
const operationWords = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: '24' });
const operationTitle = css({ textStyle: 'label' });
const mutedText = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });
// Filled red is for the dialog that asks.
const danger = css({
  '& > section': { borderColor: 'danger/40' },
  '& button': { color: 'danger', borderColor: 'danger/40' },
});

const operations: Readonly<
  Record<Exclude<ProjectCommandName, 'restore'>, { title: string; text: string; isDangerous?: true }>
> = {
  restart: { title: 'Restart', text: 'Closes all connections and restarts Postgres.' },
  pause: {
    title: 'Pause',
    text: 'Stops the database until you restore it. Your data is preserved.',
  },
  delete: { title: 'Delete', text: 'Permanently deletes the project and all its data.', isDangerous: true },
};
const names = Object.keys(operations) as readonly (keyof typeof operations)[];

const Operation = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={operation}>
    <div className={operationWords}>
      <h3 className={operationTitle}>{title}</h3>
      <p className={mutedText}>{text}</p>
    </div>
    {children}
  </div>
);

export interface ProjectOperationsProps {
  project: ProjectDetail;
  actions: ProjectActionsActor;
  /** What the project's status allows. */
  offered: readonly ProjectCommandName[];
}

/** What can be done with the whole project, apart from what destroys it. */
export function ProjectOperations({ project, actions, offered }: ProjectOperationsProps) {
  const rows = (isDangerous: boolean) =>
    names
      .filter((name) => offered.includes(name) && (operations[name].isDangerous ?? false) === isDangerous)
      .map((name) => (
        <Operation key={name} {...operations[name]}>
          <ProjectCommands actions={actions} project={project} only={[name]} />
        </Operation>
      ));
  const [safe, dangerous] = [rows(false), rows(true)];
  return (
    <>
      {safe.length > 0 && <Card title="Project actions">{safe}</Card>}
      {dangerous.length > 0 && (
        <div className={danger}>
          <Card title="Danger zone">{dangerous}</Card>
        </div>
      )}
    </>
  );
}
