import {
  newAccessTokenSchema,
  type AccessToken,
  type CreatedAccessToken,
} from '../../../src/contract/accounts/accessToken.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { accessTokensMachine } from '../../../src/machines/accounts/accessTokens/accessTokens.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';

export const backup: AccessToken = {
  id: 'token-1',
  name: 'Nightly backup',
  hint: 'x7Qd',
  scopes: ['database:read'],
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-31T00:00:00Z',
  last_used_at: null,
};
export const created: CreatedAccessToken = {
  ...backup,
  id: 'token-2',
  name: 'Deploys',
  expires_at: null,
  token: 'bct_secret',
};

export const accessTokensModel: Model<typeof accessTokensMachine> = {
  machine: accessTokensMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'Deploys' },
      { type: 'field.changed', field: 'scopes', value: ['projects:read'] },
      { type: 'field.changed', field: 'days', value: 90 },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'tokens.retried': [{ type: 'tokens.retried' }],
    'token.dismissed': [{ type: 'token.dismissed' }],
    'revocation.requested': [{ type: 'revocation.requested', token: backup }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    draft: [{ output: null }, { output: { name: 'Deploys', scopes: ['projects:read'], days: 7 } }, { error: refusal }],
    tokens: [{ output: [backup] }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    creation: [{ output: created }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
    forgetting: [{ output: undefined }, { error: refusal }],
    revocation: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ values: { name, scopes, days }, tokens, failure, confirmFailure }) => [
    hasFieldErrors(fieldErrorsOf(newAccessTokenSchema, { name, scopes: [...scopes], expires_in_days: days })),
    name !== '',
    scopes.length,
    tokens.length,
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'A token is kept only while it is on screen.',
      when: (snapshot) => !snapshot.matches('created'),
      holds: ({ context }) => context.created === null,
    },
    {
      says: 'No token is created without a name and a permission.',
      when: (snapshot) => snapshot.matches('creating'),
      holds: ({ context: { values } }) => values.name.trim() !== '' && values.scopes.length > 0,
    },
    {
      says: 'No token is revoked that the user was not asked about.',
      when: (snapshot, { before }) => snapshot.matches('revoking') && before?.matches('revoking') === false,
      holds: ({ context }, { before }) =>
        before?.matches('confirmingRevocation') === true && context.revoked === before.context.revoked,
    },
  ],
};
