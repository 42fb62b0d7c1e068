import { toastsAtOnce, toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts';
import type { Model } from '../../support/paths.ts';

export const toastsModel: Model<typeof toastsMachine> = {
  machine: toastsMachine,
  input: (now) => ({ now }),
  events: {
    'toast.requested': [{ type: 'toast.requested', toast: { tone: 'success', title: 'Saved', requestId: 'req-1' } }],
    'toast.dismissed': [
      { type: 'toast.dismissed', id: 1 },
      { type: 'toast.dismissed', id: 2 },
    ],
    'reading.started': [{ type: 'reading.started' }],
    'reading.ended': [{ type: 'reading.ended' }],
  },
  answers: {},
  // More than three at once are told apart by nothing; ids beyond the second are never dismissed by the user of this model.
  distinguish: ({ shown }, now) => shown.slice(0, 3).map(({ id, until }) => [Math.min(id, 3), until - now]),
  invariants: [
    {
      says: 'Unless somebody is reading there are never more than a few.',
      when: (snapshot) => snapshot.matches('counting'),
      holds: ({ context }) => context.shown.length <= toastsAtOnce,
    },
    {
      says: 'Time runs exactly while there is a toast that nobody is reading.',
      holds: (snapshot, { timers }) =>
        timers === (snapshot.matches('counting') ? 1 : 0) &&
        snapshot.matches('empty') === (snapshot.context.shown.length === 0),
    },
    {
      says: 'Toasts stand in the order in which they came, and no two are one.',
      holds: ({ context: { shown, lastId } }) =>
        shown.every(
          ({ id, until }, index) =>
            id <= lastId && (index === 0 || (id > shown[index - 1]!.id && until >= shown[index - 1]!.until)),
        ),
    },
  ],
};
