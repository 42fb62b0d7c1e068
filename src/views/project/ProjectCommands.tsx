import { useSelector } from '@xstate/react';
import type { ProjectDetail } from '../../contract/project.ts';
import { commandsFor, type ProjectCommandName } from '../../contract/projectStatus.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import {
  selectFailure, selectIsAskingToDelete, selectIsAskingToPause, selectIsAskingToRestart, selectIsBusy, selectIsRestoring, selectTyped,
} from '../../machines/projectActions/projectActions.selectors.ts';
import { css } from 'styled-system/css';
import { useApp } from '../app.context.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonVariant } from '../ui/buttonStyles.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import type { ProjectActionsActor } from './useProjectActions.ts';

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

interface Props { actions: ProjectActionsActor; project: Pick<ProjectDetail, 'name' | 'status'> }

const labels: Readonly<Record<ProjectCommandName, string>> = { restore: 'Restore project', restart: 'Restart', pause: 'Pause', delete: 'Delete project' };

/** Restarting a project that never came up is trying to make it once more. */
const labelOf = (command: ProjectCommandName, { status }: Props['project']): string =>
  command === 'restart' && status === 'INIT_FAILED' ? 'Try again' : labels[command];

interface ProjectCommandsProps extends Props {
  only?: readonly ProjectCommandName[];
  /** The first command is the way out of where the project is, and stands out. */
  urgent?: boolean;
}

/** The buttons for what may be done to the project in its status, as far as they are asked for. */
export function ProjectCommands({ actions, project, only, urgent = false }: ProjectCommandsProps) {
  const busy = useSelector(actions, selectIsBusy);
  const restoring = useSelector(actions, selectIsRestoring);
  const { platformMode } = useSelector(useApp(), selectConfig);
  const offered = commandsFor(project.status, platformMode).filter((command) => only?.includes(command) ?? true);
  if (offered.length === 0) return null;
  const ask: Record<ProjectCommandName, () => void> = {
    restore: () => actions.send({ type: 'restore.requested', status: project.status }),
    restart: () => actions.send({ type: 'restart.requested' }),
    pause: () => actions.send({ type: 'pause.requested' }),
    delete: () => actions.send({ type: 'deletion.requested', name: project.name }),
  };
  const variantOf = (command: ProjectCommandName): ButtonVariant =>
    (urgent ? (command === offered[0] ? 'primary' : 'default') : command === 'delete' ? 'danger' : 'default');
  return (
    <div className={row}>
      {offered.map((command) => (
        <Button key={command} variant={variantOf(command)} disabled={busy} loading={command === 'restore' && restoring} onClick={ask[command]}>{labelOf(command, project)}</Button>
      ))}
    </div>
  );
}

/** The questions that a command may ask first; once on a page. */
export function ProjectQuestions({ actions, project }: Props) {
  const pausing = useSelector(actions, selectIsAskingToPause);
  const restarting = useSelector(actions, selectIsAskingToRestart);
  const deleting = useSelector(actions, selectIsAskingToDelete);
  const busy = useSelector(actions, selectIsBusy);
  const typed = useSelector(actions, selectTyped);
  const failure = useSelector(actions, selectFailure);
  const answers = { loading: busy, onConfirm: () => actions.send({ type: 'action.confirmed' }), onCancel: () => actions.send({ type: 'action.cancelled' }) };
  return (
    <>
      <ConfirmDialog
        {...answers} open={pausing} variant="warning" title={`Pause ${project.name}?`} confirmLabel="Pause project"
        description="Its connections are closed and nothing can reach it until it is restored. Its data is kept."
      >
        {failure && <ErrorState title="The project could not be paused" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...answers} open={restarting} variant="warning" title={`Restart ${project.name}?`} confirmLabel="Restart project"
        description="Its connections are closed, what runs is stopped, and it is out of reach for a moment."
      >
        {failure && <ErrorState title="The project could not be restarted" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...answers} open={deleting} variant="danger" title={`Delete ${project.name}?`} confirmLabel="Delete project"
        description="The database, its data, its queries and its keys are removed for good. This cannot be undone."
        typed={{ expected: project.name, value: typed, onValueChange: (text) => actions.send({ type: 'name.typed', text }) }}
      >
        {failure && <ErrorState title="The project could not be deleted" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}

/** Why the last restore was refused: it asks nothing, so there is no dialog to say it in. */
export function RestoreFailure({ actions }: Pick<Props, 'actions'>) {
  const failure = useSelector(actions, selectFailure);
  const asking = useSelector(actions, (snapshot) => selectIsAskingToPause(snapshot) || selectIsAskingToRestart(snapshot) || selectIsAskingToDelete(snapshot));
  return failure && !asking ? <ErrorState title="The project could not be restored" failure={failure} /> : null;
}
