import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { privacyMachine } from '../../../src/machines/ambient/privacy/privacy.machine.ts';
import { PrivacyDialog } from '../../../src/views/ambient/PrivacyDialog.tsx';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const row = (screen: Screen, name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const seesNothing = (screen: Screen) => expect(screen.queryByRole('dialog')).toBeNull();

export const privacyScript: ViewScript<typeof privacyMachine> = {
  view: (privacy) => <PrivacyDialog privacy={privacy} />,
  does: {
    'privacy.opened': 'elsewhere',
    'telemetry.toggled': (_, screen) => void fireEvent.click(row(screen, 'Telemetry')),
    'privacy.cancelled': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
    'privacy.confirmed': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Confirm' })),
  },
  sees: {
    closed: seesNothing,
    opening: seesNothing,
    open: (screen, { context }) => {
      expect([row(screen, 'Strictly necessary').checked, row(screen, 'Strictly necessary').disabled]).toEqual([
        true,
        true,
      ]);
      expect([row(screen, 'Telemetry').checked, row(screen, 'Telemetry').disabled]).toEqual([context.telemetry, false]);
    },
  },
};
