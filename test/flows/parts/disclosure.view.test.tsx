import { fireEvent } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { expect } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { disclosureMachine } from '../../../src/machines/parts/disclosure/disclosure.machine.ts';
import { selectIsRevealed } from '../../../src/machines/parts/disclosure/disclosure.selectors.ts';
import { PasswordField } from '../../../src/views/ui/PasswordField.tsx';
import { coverView } from '../../support/coverView.ts';
import { disclosureModel } from './disclosure.model.ts';

function Secret({ secret }: { secret: ActorRefFrom<typeof disclosureMachine> }) {
  const revealed = useSelector(secret, selectIsRevealed);
  return (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      value="correct horse"
      onValueChange={() => {}}
      revealed={revealed}
      onReveal={(reveal) => secret.send({ type: reveal ? 'secret.revealed' : 'secret.concealed' })}
    />
  );
}

coverView(disclosureModel, {
  view: (secret) => <Secret secret={secret} />,
  does: {
    'secret.revealed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    },
    'secret.concealed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    },
  },
  sees: {
    concealed: (screen) => expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password'),
    revealed: (screen) => expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text'),
  },
});
