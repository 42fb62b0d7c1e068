import { useSelector } from '@xstate/react';
import {
  selectIsConfirmingDeletion,
  selectIsConfirmingPause,
  selectIsConfirmingRestart,
  selectName,
  selectTyped,
} from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import type { ProjectActionsActor } from '../parts/useProjectActions.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

/** The confirmation dialogs for operations on a project, shown over any of its pages. */
export function ProjectDialogs({ actions }: { actions: ProjectActionsActor }) {
  const pausing = useSelector(actions, selectIsConfirmingPause);
  const restarting = useSelector(actions, selectIsConfirmingRestart);
  const deleting = useSelector(actions, selectIsConfirmingDeletion);
  const name = useSelector(actions, selectName);
  const typed = useSelector(actions, selectTyped);
  const { dialog, failure } = useConfirm(actions);
  return (
    <>
      <ConfirmDialog
        {...dialog}
        open={pausing}
        variant="warning"
        title={`Pause ${name}?`}
        confirmLabel="Pause project"
        description="Its connections are closed and nothing can reach it until it is restored. Its data is kept."
      >
        {failure && <ErrorState title="The project could not be paused" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={restarting}
        variant="warning"
        title={`Restart ${name}?`}
        confirmLabel="Restart project"
        description="Its connections are closed, what runs is stopped, and it is out of reach for a moment."
      >
        {failure && <ErrorState title="The project could not be restarted" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={deleting}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete project"
        description="The database, its data, its queries and its keys are removed for good. This cannot be undone."
        typed={{ expected: name, value: typed, onValueChange: (text) => actions.send({ type: 'name.typed', text }) }}
      >
        {failure && <ErrorState title="The project could not be deleted" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}
