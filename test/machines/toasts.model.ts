import { toastsMachine } from '../../src/machines/toasts/toasts.machine.ts';
import type { Model } from '../support/paths.ts';

export const toastsModel: Model<typeof toastsMachine> = {
  machine: toastsMachine,
  input: (now) => ({ now }),
  events: {
    'toast.requested': [{ type: 'toast.requested', toast: { tone: 'success', title: 'Saved', requestId: 'req-1' } }],
    'toast.dismissed': [{ type: 'toast.dismissed', id: 1 }, { type: 'toast.dismissed', id: 2 }],
    'attention.given': [{ type: 'attention.given' }],
    'attention.withdrawn': [{ type: 'attention.withdrawn' }],
  },
  answers: {},
  // More than three at once are told apart by nothing; ids beyond the second are never dismissed by the user of this model.
  distinguish: ({ shown }, now) => shown.slice(0, 3).map(({ id, until }) => [Math.min(id, 3), until - now]),
};
