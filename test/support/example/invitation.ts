import * as v from 'valibot';

const role = v.picklist(['reader', 'owner']);

/** Body of `POST /organizations/{slug}/invitations`. */
export const invitationSchema = v.object({ email: v.pipe(v.string(), v.email('Enter an email address.')), role });
export type Invitation = v.InferOutput<typeof invitationSchema>;
export type OfInvitation = Invitation & { slug: string };

/** The form, as the browser stores it. */
export const invitationDraftSchema = v.object({ email: v.string(), role });
