import * as v from 'valibot';

/** An authenticator app that can verify a session. */
export interface Factor {
  id: string;
  name: string;
  /** ISO 8601. */
  addedAt: string;
}

/** The authenticator apps of a user. */
export interface FactorList {
  verified: readonly Factor[];
  /** One that was begun, perhaps on a page that has been left: its secret was shown only there. */
  begun: Factor | null;
}

/** A new authenticator app, until its first code. The secret is shown once. */
export interface FactorEnrollment {
  id: string;
  secret: string;
  /** Address of the image with the secret that the app scans. */
  secretImage: string;
}

const nameMaxLength = 100;

export const newFactorSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a name for the app.'),
    v.maxLength(nameMaxLength, `Use at most ${nameMaxLength} characters.`),
  ),
});
export type NewFactor = v.InferOutput<typeof newFactorSchema>;
