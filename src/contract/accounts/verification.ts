import * as v from 'valibot';

/**
 * How a signed-in user proves again who they are: with a code of their authenticator app where they have one,
 * otherwise with their password, otherwise with a code from an email.
 */
const proofMethods = ['totp', 'password', 'email'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** The refusal of an action that needs a recent proof: its code, and its status in the platform API. */
export const verificationNeeded = 'verification_needed';
export const verificationNeededStatus = 428;

/** For so long a proof counts as recent. */
export const proofLifetimeMs = 15 * 60_000;

export const proofStateSchema = v.object({ recent: v.boolean(), method: v.picklist(proofMethods) });
export type ProofState = v.InferOutput<typeof proofStateSchema>;

/** A proof other than that of an authenticator app, which the auth service takes. */
export const proofSchema = v.variant('method', [
  v.object({ method: v.literal('password'), password: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)) }),
  v.object({ method: v.literal('email'), code: v.pipe(v.string(), v.minLength(1), v.maxLength(20)) }),
]);
export type Proof = v.InferOutput<typeof proofSchema>;
