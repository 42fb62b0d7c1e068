import { useSelector } from '@xstate/react';
import {
  selectIsConfirmingDeletion,
  selectIsConfirmingPause,
  selectIsConfirmingRestart,
  selectName,
  selectRef,
  selectTyped,
} from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FreeLimitNotice } from './FreeLimitNotice.tsx';
import { useConfirm } from './useConfirm.ts';
import { useFreeLimit } from './useFreeLimit.ts';
import type { ProjectActionsActor } from './useProjectActions.ts';
import { useResource } from './useResource.ts';

const restartWords = {
  title: (name: string) => `Restart ${name}?`,
  confirmLabel: 'Restart project',
  description: 'Open connections and running queries are terminated. Expect a few seconds of downtime.',
  failure: 'Could not restart the project',
};
/** A project whose setup failed has neither connections nor data. */
const setupWords: typeof restartWords = {
  title: (name) => `Set up ${name} again?`,
  confirmLabel: 'Set up project',
  description: 'The setup starts from the beginning. It usually takes a few seconds.',
  failure: 'Could not start the setup',
};

/** The confirmation dialogs for operations on a project. */
export default function ProjectConfirmations({ actions }: { actions: ProjectActionsActor }) {
  const pausing = useSelector(actions, selectIsConfirmingPause);
  const restarting = useSelector(actions, selectIsConfirmingRestart);
  const deleting = useSelector(actions, selectIsConfirmingDeletion);
  const name = useSelector(actions, selectName);
  const typed = useSelector(actions, selectTyped);
  const { dialog, failure } = useConfirm(actions);
  const ref = useSelector(actions, selectRef);
  const { organization, isReached } = useFreeLimit(ref, pausing);
  const status = useResource('project', { ref }, restarting).data?.status;
  const words = status === 'INIT_FAILED' ? setupWords : restartWords;
  return (
    <>
      <ConfirmDialog
        {...dialog}
        open={pausing}
        title={`Pause ${name}?`}
        confirmLabel="Pause project"
        description="The project will be unavailable until you restore it. Your data is preserved."
      >
        {failure ? (
          <ErrorState title="Could not pause the project" failure={failure} />
        ) : (
          isReached && organization && <FreeLimitNotice organization={organization} isBefore />
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={restarting}
        title={words.title(name)}
        confirmLabel={words.confirmLabel}
        description={words.description}
      >
        {failure && <ErrorState title={words.failure} failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={deleting}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete project"
        description="This permanently deletes the database, its data, saved queries, and API keys. This cannot be undone."
        typed={{ expected: name, value: typed, onValueChange: (text) => actions.send({ type: 'name.typed', text }) }}
      >
        {failure && <ErrorState title="Could not delete the project" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}
