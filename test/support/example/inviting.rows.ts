import { screenPart } from '../../../src/app/parts/screenPart.ts';
import { invite, revoke } from './invitations.ts';
import inviting from './inviting.flow.ts';
import { Inviting } from './Inviting.tsx';

/** In `organizationPages.ts`. */
export const screens = { organization: screenPart('organization', Inviting, inviting) };

/** In `outOfReach.test.ts`. */
export const calls = {
  invite: {
    outcome: 'is refused',
    because: 'the form keeps what was typed, and the user submits it again',
    call: (signal: AbortSignal) => invite({ slug: 'acme', email: 'ada@example.com', role: 'reader' }, signal),
  },
  revoke: {
    outcome: 'is refused',
    because: 'the dialog says that nothing has changed',
    call: (signal: AbortSignal) => revoke({ slug: 'acme', email: 'ada@example.com', role: 'reader' }, signal),
  },
};
