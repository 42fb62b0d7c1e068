import * as v from 'valibot';

/** Roles of apps, whose rights and policies a developer can try. */
const appRoles = ['anon', 'authenticated'] as const;

/** Whose eyes the rows are seen with, and whose hands they are changed with. */
export const viewAsSchema = v.object({
  role: v.picklist(appRoles),
  /** ID or email address of a user of the project; null for none in particular. */
  user: v.nullable(v.pipe(v.string(), v.trim(), v.nonEmpty('Enter an ID or an email address.'), v.maxLength(320))),
});
export type ViewAs = v.InferOutput<typeof viewAsSchema>;

/** In requests; absent for the developer's own role. */
export const viewAsField = v.optional(v.nullable(viewAsSchema), null);

export const viewAsWords = ({ role, user }: ViewAs): string => user ?? role;
