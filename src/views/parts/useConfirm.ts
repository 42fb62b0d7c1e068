import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '../../contract/common/apiError.ts';
import type { ConfirmContext, ConfirmEvent, ConfirmTag } from '../../machines/parts/confirm.ts';

interface ConfirmSnapshot {
  context: ConfirmContext;
  tags: Set<string>;
}

/** A flow that asks for confirmation. */
interface ConfirmFlow extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot: () => ConfirmSnapshot;
  send: (event: ConfirmEvent) => void;
}

const selectFailure = ({ context }: ConfirmSnapshot) => context.confirmFailure;
const has = (tag: ConfirmTag) => (snapshot: ConfirmSnapshot) => snapshot.tags.has(tag);
const selectIsAsking = has('confirming');
const selectIsRunning = has('confirmed');

interface Confirm {
  /** For the `ConfirmDialog`. A flow with several says itself which of them is open. */
  dialog: { open: boolean; loading: boolean; onConfirm: () => void; onCancel: () => void };
  /** Why the operation failed. */
  failure: Failure | null;
}

/** Connects a flow's confirmation to a view. */
export function useConfirm(flow: ConfirmFlow): Confirm {
  const asking = useSelector(flow, selectIsAsking);
  const loading = useSelector(flow, selectIsRunning);
  return {
    dialog: {
      open: asking || loading,
      loading,
      onConfirm: () => flow.send({ type: 'action.confirmed' }),
      onCancel: () => flow.send({ type: 'action.cancelled' }),
    },
    failure: useSelector(flow, selectFailure),
  };
}
