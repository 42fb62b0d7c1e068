import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { PrivacyDialog } from '../../../src/views/ambient/PrivacyDialog.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { privacyModel } from './privacy.model.ts';

const row = (screen: Screen, name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const seesNothing = (screen: Screen) => expect(screen.queryByRole('dialog')).toBeNull();

coverView(privacyModel, {
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
});
