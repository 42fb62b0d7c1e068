import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { overlayMachine } from '../../../src/machines/parts/overlay/overlay.machine.ts';
import { Overlay } from '../../../src/views/app/Overlays.tsx';
import { Dialog } from '../../../src/views/ui/Dialog.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { overlayModel } from './overlay.model.ts';

const Help = ({ flow }: { flow: ActorRefFrom<typeof overlayMachine> }) => (
  <Dialog open title="Help" onClose={() => flow.send({ type: 'overlay.closed' })} />
);

const seesNothing = (screen: Screen) => expect(screen.queryByRole('dialog')).toBeNull();

coverView(overlayModel, {
  view: (actor) => <Overlay overlay={actor} views={{ viewOf: (name) => (name === 'help' ? Help : () => null) }} />,
  does: {
    'overlay.opened': 'elsewhere',
    'page.changed': 'elsewhere',
    // Its key comes through the machine of shortcuts.
    'overlay.toggled': 'elsewhere',
    'overlay.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
  },
  sees: {
    closed: seesNothing,
    loading: seesNothing,
    open: (screen) => void screen.getByRole('dialog', { name: 'Help' }),
  },
});
