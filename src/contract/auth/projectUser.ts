import * as v from 'valibot';
import { emailAddressSchema } from '../accounts/credentials.ts';
import { passwordMaxLength } from '../common/timing.ts';

/** A user of a project, as the auth service of the project describes one. */
export const projectUserSchema = v.object({
  id: v.string(),
  /** Empty where the user has none. */
  email: v.string(),
  phone: v.string(),
  created_at: v.string(),
  last_sign_in_at: v.nullable(v.string()),
  /** When an address was confirmed; null where none is. */
  confirmed_at: v.nullable(v.string()),
  banned_until: v.nullable(v.string()),
  /** How the user can sign in, such as `email`. */
  providers: v.array(v.string()),
});
export type ProjectUser = v.InferOutput<typeof projectUserSchema>;

/** Answer of `GET …/auth/{ref}/users?filter=&after=`: a page, the newest users first. */
export const projectUserPageSchema = v.object({
  users: v.array(projectUserSchema),
  /** All users that match; estimated where they are more than 50,000. */
  total: v.number(),
  /** Id of the user after which the next page begins; null on the last. */
  next: v.nullable(v.string()),
});
export type ProjectUserPage = v.InferOutput<typeof projectUserPageSchema>;

export const projectUserPageSize = 50;
export const userFilterMaxLength = 255;
/** How long the user must pause, in milliseconds: a search reads the project's database. */
export const userSearchDebounceMs = 250;

/** Body of `POST …/auth/{ref}/users`. */
export const newProjectUserSchema = v.object({
  email: emailAddressSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter a password.'), v.maxLength(passwordMaxLength)),
  /** Without it, the user has to confirm the address before signing in, where the server asks for that. */
  email_confirm: v.boolean(),
});
export type NewProjectUser = v.InferOutput<typeof newProjectUserSchema>;

/** Body of `PATCH …/auth/{ref}/users/{id}`. */
export const projectUserChangeSchema = v.object({ banned: v.boolean() });
export type ProjectUserChange = v.InferOutput<typeof projectUserChangeSchema>;
