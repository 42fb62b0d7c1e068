import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  selectFormsFailure,
  selectIsLoadingForms,
  selectIsOpening,
} from '../../machines/tables/tableList/tableList.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { isFocusLost } from '../ui/focus/isFocusLost.ts';
import { useReturnFocus } from '../ui/focus/useReturnFocus.ts';

const inset = css({ padding: '3', flexShrink: '0', borderBottom: 'hairline' });

interface OpeningNoteProps {
  flow: ActorRefFrom<typeof tableListMachine>;
}

function Note({ flow }: OpeningNoteProps) {
  const failure = useSelector(flow, selectFormsFailure);
  const loading = useSelector(flow, selectIsLoadingForms);
  const origin = useReturnFocus();
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = note.current;
    // The focus would be lost with the button that has it, and a form that opens could not return it.
    return () => {
      if (isFocusLost() || element?.contains(document.activeElement)) origin()?.focus();
    };
  }, [origin]);
  const cancel = (
    <Button size="small" onClick={() => flow.send({ type: 'opening.cancelled' })}>
      Cancel
    </Button>
  );
  return (
    <div ref={note} className={inset}>
      {failure ? (
        <ErrorState
          title="Could not load the dialog"
          failure={failure}
          retrying={loading}
          onRetry={() => flow.send({ type: 'opening.retried' })}
          action={cancel}
        />
      ) : (
        <Alert announce title="Loading the dialog…" actions={cancel} />
      )}
    </div>
  );
}

/** What becomes of a form that was asked for and is not there yet. */
export function OpeningNote({ flow }: OpeningNoteProps) {
  const opening = useSelector(flow, selectIsOpening);
  const failed = useSelector(flow, selectFormsFailure) !== null;
  return opening || failed ? <Note flow={flow} /> : null;
}
