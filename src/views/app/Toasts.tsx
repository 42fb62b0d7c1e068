import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { toastsMachine } from '../../machines/shell/toasts/toasts.machine.ts';
import { selectToasts } from '../../machines/shell/toasts/toasts.selectors.ts';
import { Toaster } from '../ui/Toaster.tsx';

export function Toasts({ toasts }: { toasts: ActorRefFrom<typeof toastsMachine> }) {
  return (
    <Toaster
      toasts={useSelector(toasts, selectToasts)}
      onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id })}
      onAttention={(given) => toasts.send({ type: given ? 'reading.started' : 'reading.ended' })}
    />
  );
}
