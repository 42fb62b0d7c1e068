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
const selectIsRunning = ({ tags }: ConfirmSnapshot) => tags.has('confirmed' satisfies ConfirmTag);

interface Confirm {
  /** For the `ConfirmDialog`. */
  dialog: { loading: boolean; onConfirm: () => void; onCancel: () => void };
  /** Why the operation failed. */
  failure: Failure | null;
}

/** Connects a flow's confirmation to a view. */
export const useConfirm = (flow: ConfirmFlow): Confirm => ({
  dialog: {
    loading: useSelector(flow, selectIsRunning),
    onConfirm: () => flow.send({ type: 'action.confirmed' }),
    onCancel: () => flow.send({ type: 'action.cancelled' }),
  },
  failure: useSelector(flow, selectFailure),
});
