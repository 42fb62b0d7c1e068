import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { Gate } from '../../../src/views/app/Gate.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { accessModel } from './access.model.ts';

const button = (screen: Screen, name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const seesApplication = (screen: Screen) => void screen.getByText('The application');

coverView(accessModel, {
  view: (actor) => (
    <Gate access={actor}>
      <p>The application</p>
    </Gate>
  ),
  does: {
    'route.changed': 'elsewhere',
    'session.began': 'elsewhere',
    'session.unverified': 'elsewhere',
    'session.ended': 'elsewhere',
    'lists.changed': 'elsewhere',
    'guard.retried': (_, screen) => void fireEvent.click(button(screen, 'Try again')),
    'clearing.requested': (_, screen) => void fireEvent.click(button(screen, 'Clear site data')),
    'clearing.confirmed': (_, screen) => void fireEvent.click(button(screen, 'Clear site data')),
    'clearing.declined': (_, screen) => void fireEvent.click(button(screen, 'Cancel')),
    'signIn.chosen': (_, screen) => void fireEvent.click(button(screen, 'Sign in')),
  },
  sees: {
    'waiting.patient': (screen) => void screen.getByRole('progressbar', { name: 'Loading Basechart' }),
    'waiting.overdue': (screen) => {
      expect(screen.getByRole('status').textContent).toContain('Still loading your session…');
      for (const name of ['Try again', 'Clear site data', 'Sign in']) expect(button(screen, name).disabled).toBe(false);
    },
    'waiting.confirmingClear': (screen) => {
      expect(screen.getByRole('alert').textContent).toContain('Clear site data?');
      expect(document.activeElement).toBe(button(screen, 'Cancel'));
      expect(button(screen, 'Clear site data').disabled).toBe(false);
    },
    'waiting.clearing': (screen) => {
      for (const name of ['Cancel', 'Clear site data']) expect(button(screen, name).disabled).toBe(true);
    },
    'inside.deciding': seesApplication,
    'inside.moving': seesApplication,
    'inside.shown.unattributed': seesApplication,
    'inside.shown.remembering': seesApplication,
    'inside.shown.attributed': seesApplication,
    'inside.leaving': seesApplication,
    'verifying.deciding': seesApplication,
    'verifying.shown': seesApplication,
    'verifying.moving': seesApplication,
    'verifying.leaving': seesApplication,
    'outside.deciding': seesApplication,
    'outside.moving': seesApplication,
    'outside.shown': seesApplication,
  },
});
