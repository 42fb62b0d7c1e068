import type { SnapshotFrom } from 'xstate';
import type { accessTokensMachine } from './accessTokens.machine.ts';

type AccessTokensSnapshot = SnapshotFrom<typeof accessTokensMachine>;

export const selectTokens = ({ context }: AccessTokensSnapshot) => context.tokens;
/** The token that was just created. */
export const selectCreated = ({ context }: AccessTokensSnapshot) => context.created;
/** The token that the user wants to revoke. */
export const selectRevoked = ({ context }: AccessTokensSnapshot) => context.revoked;
export const selectCheck = ({ children }: AccessTokensSnapshot) => children.check;
export const selectIsLoading = (snapshot: AccessTokensSnapshot): boolean =>
  snapshot.matches('loadingDraft') || (snapshot.matches('loading') && snapshot.context.tokens.length === 0);
/** Why the tokens could not be read. */
export const selectLoadFailure = (snapshot: AccessTokensSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
