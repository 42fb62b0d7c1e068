import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../coverView.ts';
import { hidden, type Screen } from '../viewDriver.tsx';
import { invitingModel } from './inviting.model.ts';
import { Inviting } from './Inviting.tsx';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Email address');
const button = (place: Pick<Screen, 'getByRole'>, name: string) => place.getByRole('button', { name });
const press = (place: Pick<Screen, 'getByRole'>, name: string) => void fireEvent.click(button(place, name));
const dialog = (screen: Screen) => within(screen.getByRole('alertdialog'));

coverView(invitingModel, {
  view: (actor) => <Inviting flow={actor} />,
  does: {
    'field.changed': ({ field: name, value }, screen) =>
      name === 'email' ? typeInto(field(screen), value) : press(screen, 'As an owner'),
    'form.submitted': (_, screen) => press(screen, 'Invite member'),
    'revocation.requested': (_, screen) => press(screen, 'Revoke invitation'),
    'action.confirmed': (_, screen) => press(dialog(screen), 'Revoke'),
    'action.cancelled': (_, screen) => press(dialog(screen), 'Cancel'),
  },
  sees: {
    loadingDraft: hidden('The form is there at once: reading the draft takes no visible time.'),
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.values.email);
      expect(screen.queryByText('Could not invite the member') !== null).toBe(context.failure !== null);
      expect(field(screen).getAttribute('aria-invalid') === 'true').toBe(context.fieldErrors.email !== undefined);
    },
    inviting: (screen) => expect(field(screen).readOnly).toBe(true),
    forgettingDraft: (screen) => expect(field(screen).readOnly).toBe(true),
    invited: (screen) => expect(screen.queryByLabelText('Email address')).toBeNull(),
    confirmingRevocation: (screen, { context: { confirmFailure } }) =>
      expect(screen.queryByText('Could not revoke the invitation') !== null).toBe(confirmFailure !== null),
    revoking: (screen) => expect(button(dialog(screen), 'Revoke').getAttribute('aria-busy')).toBe('true'),
  },
});
