import { css } from 'styled-system/css';
import { Card } from '../ui/Card.tsx';
import { OperationRow } from './OperationRow.tsx';
import { ProjectCommands, type ProjectCommandsProps } from './ProjectCommands.tsx';

// Filled red is for the dialog that asks.
const danger = css({
  '& > section': { borderColor: 'danger/40' },
  '& button': { color: 'danger', borderColor: 'danger/40' },
});

/** What destroys a project, apart from everything else that can be done with it. */
export const DangerZone = ({ actions, project }: Pick<ProjectCommandsProps, 'actions' | 'project'>) => (
  <div className={danger}>
    <Card title="Danger zone">
      <OperationRow title="Delete" text="Permanently deletes the project and all its data.">
        <ProjectCommands actions={actions} project={project} only={['delete']} />
      </OperationRow>
    </Card>
  </div>
);
