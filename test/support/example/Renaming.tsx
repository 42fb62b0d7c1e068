import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { renamingMachine } from './renaming.machine.ts';
import {
  selectDraft,
  selectFailure,
  selectIsBusy,
  selectIsOpen,
  selectIsSaved,
  selectName,
} from './renaming.selectors.ts';

export function Renaming({ flow }: { flow: ActorRefFrom<typeof renamingMachine> }) {
  const name = useSelector(flow, selectName);
  const draft = useSelector(flow, selectDraft);
  const failure = useSelector(flow, selectFailure);
  const isOpen = useSelector(flow, selectIsOpen);
  const isBusy = useSelector(flow, selectIsBusy);
  const isSaved = useSelector(flow, selectIsSaved);
  return (
    <section aria-label="Name">
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            flow.send({ type: 'edit.submitted' });
          }}
        >
          <input
            aria-label="New name"
            value={draft}
            disabled={isBusy}
            onChange={(event) => flow.send({ type: 'draft.changed', draft: event.target.value })}
          />
          <button type="submit" disabled={isBusy}>
            Save
          </button>
          {failure !== null && <p role="alert">{failure}</p>}
        </form>
      ) : (
        <>
          <h2>{name}</h2>
          <button type="button" onClick={() => flow.send({ type: 'edit.begun' })}>
            Rename
          </button>
        </>
      )}
      <button type="button" onClick={() => flow.send({ type: 'edit.abandoned' })}>
        Cancel
      </button>
      {isSaved && <p role="status">Saved</p>}
    </section>
  );
}
