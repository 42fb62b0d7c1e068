import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ProjectDetail } from '../../contract/projects/project.ts';
import { commandsFor, type ProjectCommandName } from '../../contract/projects/projectStatus.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { selectIsBusy, selectIsRestoring } from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonVariant } from '../ui/buttonStyles.ts';
import { useApp } from './app.context.ts';
import type { ProjectActionsActor } from './useProjectActions.ts';

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

interface Props {
  actions: ProjectActionsActor;
  project: Pick<ProjectDetail, 'name' | 'status'>;
}

const labels: Readonly<Record<ProjectCommandName, string>> = {
  restore: 'Restore project',
  restart: 'Restart',
  pause: 'Pause',
  delete: 'Delete project',
};

/** Restarting a project whose setup failed repeats the setup. */
const labelOf = (command: ProjectCommandName, { status }: Props['project']): string =>
  command === 'restart' && status === 'INIT_FAILED' ? 'Try again' : labels[command];

export interface ProjectCommandsProps extends Props {
  only?: readonly ProjectCommandName[];
  /** The first command is the recommended one, and is the primary button. */
  urgent?: boolean;
  /** Something prevents them, which the view says. */
  disabled?: boolean;
}

/** The buttons for the operations that the project's status allows, limited to the requested ones. */
export function ProjectCommands({ actions, project, only, urgent = false, disabled = false }: ProjectCommandsProps) {
  const busy = useSelector(actions, selectIsBusy);
  const restoring = useSelector(actions, selectIsRestoring);
  const { platformMode } = useSelector(useApp(), selectConfig);
  const offered = commandsFor(project.status, platformMode).filter((command) => only?.includes(command) ?? true);
  if (offered.length === 0) return null;
  const ask: Record<ProjectCommandName, () => void> = {
    restore: () => actions.send({ type: 'restore.requested', status: project.status }),
    restart: () => actions.send({ type: 'restart.requested', name: project.name }),
    pause: () => actions.send({ type: 'pause.requested', name: project.name }),
    delete: () => actions.send({ type: 'deletion.requested', name: project.name }),
  };
  const variantOf = (command: ProjectCommandName): ButtonVariant =>
    urgent && command === offered[0] ? 'primary' : 'default';
  return (
    <div className={row}>
      {offered.map((command) => (
        <Button
          key={command}
          variant={variantOf(command)}
          disabled={busy || disabled}
          loading={command === 'restore' && restoring}
          onClick={ask[command]}
        >
          {labelOf(command, project)}
        </Button>
      ))}
    </div>
  );
}
