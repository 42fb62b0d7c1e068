import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actor, SnapshotFrom } from 'xstate';
import type { toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts';
import { Toasts } from '../../../src/views/app/Toasts.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { toastsModel } from './toasts.model.ts';

const region = (screen: Screen) => screen.getByRole('region', { name: 'Notifications' });

let shownBy: Actor<typeof toastsMachine>;

const seesToasts = (screen: Screen, { context: { shown } }: SnapshotFrom<typeof toastsMachine>) => {
  expect(within(region(screen)).queryAllByText('Saved')).toHaveLength(shown.length);
  expect(within(region(screen)).queryAllByText('Request ID req-1')).toHaveLength(shown.length);
};

coverView(toastsModel, {
  view(actor) {
    shownBy = actor;
    return <Toasts toasts={actor} />;
  },
  does: {
    'toast.requested': 'elsewhere',
    'toast.dismissed': ({ id }, screen) => {
      const index = shownBy.getSnapshot().context.shown.findIndex((toast) => toast.id === id);
      // One that has just left may still be clicked; which one it was, only the chart knows.
      if (index === -1) shownBy.send({ type: 'toast.dismissed', id });
      else fireEvent.click(within(region(screen)).getAllByRole('button', { name: 'Dismiss' })[index]!);
    },
    'reading.started': (_, screen) => void fireEvent.pointerEnter(region(screen)),
    'reading.ended': (_, screen) => void fireEvent.pointerLeave(region(screen)),
  },
  sees: {
    empty: (screen) => expect(region(screen).textContent).toBe(''),
    counting: seesToasts,
    paused: seesToasts,
  },
});
