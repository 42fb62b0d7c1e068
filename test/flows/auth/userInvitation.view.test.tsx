import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { InvitationDialog } from '../../../src/views/auth/InvitationDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { userInvitationModel } from './userInvitation.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email', { exact: true });
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Send invitation' });

coverView(userInvitationModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <InvitationDialog flow={flow} onCancel={() => {}} />
    </InApp>
  ),
  does: {
    'field.changed': ({ value }, screen) => typeInto(field(screen), value),
    'form.submitted': (_, screen) => {
      fireEvent.submit(field(screen));
    },
  },
  sees: {
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(field(screen).getAttribute('aria-invalid')).toBe(context.fieldErrors.email === undefined ? null : 'true');
      expect(screen.queryByText('Could not send the invitation') !== null).toBe(context.failure !== null);
    },
    inviting: (screen) => {
      expect(button(screen).getAttribute('aria-busy')).toBe('true');
      expect(field(screen).readOnly).toBe(true);
    },
    invited: (screen) => expect(button(screen).disabled).toBe(true),
  },
});
