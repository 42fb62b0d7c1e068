import * as v from 'valibot';
import { emailSchema } from '../accounts/credentials.ts';
import { passwordMaxLength } from '../common/timing.ts';

/** A user of a project, as the auth service of the project describes one. */
export const projectUserSchema = v.object({
  id: v.string(),
  /** Empty where the user has none. */
  email: v.string(),
  phone: v.string(),
  /** The name that the user or a provider gave; empty where there is none. */
  name: v.string(),
  created_at: v.string(),
  last_sign_in_at: v.nullable(v.string()),
  /** When an address was confirmed; null where none is. */
  confirmed_at: v.nullable(v.string()),
  banned_until: v.nullable(v.string()),
  /** How the user can sign in, such as `email`. */
  providers: v.array(v.string()),
});
export type ProjectUser = v.InferOutput<typeof projectUserSchema>;

/** By when users were created. */
export const userOrders = ['newest', 'oldest'] as const;
export type UserOrder = (typeof userOrders)[number];

/** What a list of users can show beside who each is, in its order. */
export const userColumns = ['name', 'phone', 'providers', 'created', 'lastSignIn', 'id'] as const;
export type UserColumn = (typeof userColumns)[number];
/** The stored choice of columns (specification, section 3: auth users columns). */
export const userColumnsSchema = v.array(v.picklist(userColumns));

/**
 * Answer of `GET …/auth/{ref}/users?filter=&order=&limit=&after=`: a page, the newest first unless `order` is `oldest`.
 */
export const projectUserPageSchema = v.object({
  users: v.array(projectUserSchema),
  /** All users, estimated where they are more than 50,000. Of a search: those found, or one more than `foundMax`. */
  total: v.number(),
  /** Id of the user after which the next page begins; null on the last. */
  next: v.nullable(v.string()),
});
export type ProjectUserPage = v.InferOutput<typeof projectUserPageSchema>;

/** A search counts no further, so that its time does not depend on how many users a common text finds. */
export const foundMax = 1_000;

export const projectUserPageSize = 50;
/** The longest page: as much of a list as is shown again after the user has left it. */
export const projectUserPageMax = 500;
export const userFilterMaxLength = 255;

/** A tab's search of a project's users, as it is kept until the tab is closed. */
export const userSearchSchema = v.object({
  filter: v.pipe(v.string(), v.maxLength(userFilterMaxLength)),
  order: v.picklist(userOrders),
  /** How many users were listed. */
  listed: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type UserSearch = v.InferOutput<typeof userSearchSchema>;

/** How long the user must pause, in milliseconds: a search reads the project's database. */
export const userSearchDebounceMs = 250;

/** Body of `POST …/auth/{ref}/users`. */
export const newProjectUserSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter a password.'), v.maxLength(passwordMaxLength)),
  /** Without it, the user has to confirm the address before signing in, where the server asks for that. */
  email_confirm: v.boolean(),
});
export type NewProjectUser = v.InferOutput<typeof newProjectUserSchema>;

const metadataSchema = v.record(v.string(), v.unknown());
/** Values of a user's metadata by name. */
export type UserMetadata = v.InferOutput<typeof metadataSchema>;

/** Answer of `GET …/auth/{ref}/users/{id}`. */
export const projectUserDetailSchema = v.object({
  ...projectUserSchema.entries,
  email_confirmed_at: v.nullable(v.string()),
  phone_confirmed_at: v.nullable(v.string()),
  invited_at: v.nullable(v.string()),
  is_anonymous: v.boolean(),
  /** What the user can change. */
  user_metadata: metadataSchema,
  /** What only the project's developers can change. */
  app_metadata: metadataSchema,
  identities: v.array(
    v.object({
      identity_id: v.string(),
      provider: v.string(),
      /** The address at the provider, where it tells one. */
      email: v.nullable(v.string()),
      created_at: v.string(),
      last_sign_in_at: v.nullable(v.string()),
    }),
  ),
  factors: v.array(
    v.object({
      id: v.string(),
      friendly_name: v.string(),
      factor_type: v.string(),
      status: v.picklist(['verified', 'unverified']),
      created_at: v.string(),
    }),
  ),
  /** The most recently used first. */
  sessions: v.array(
    v.object({
      id: v.string(),
      aal: v.picklist(['aal1', 'aal2']),
      user_agent: v.nullable(v.string()),
      ip: v.nullable(v.string()),
      created_at: v.string(),
      last_seen_at: v.string(),
    }),
  ),
});
export type ProjectUserDetail = v.InferOutput<typeof projectUserDetailSchema>;
export type ProjectUserSession = ProjectUserDetail['sessions'][number];
export type ProjectUserFactor = ProjectUserDetail['factors'][number];

/** A document of metadata; stored with the user, and part of each of the user's tokens. */
export const metadataMaxLength = 16_384;

const metadataChangeSchema = v.pipe(
  v.custom<UserMetadata>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Metadata is a JSON object.',
  ),
  v.check(
    (metadata) => JSON.stringify(metadata).length <= metadataMaxLength,
    'Metadata can have at most 16,384 characters.',
  ),
);

/** Body of `PATCH …/auth/{ref}/users/{id}`: what it names changes. */
export const projectUserChangeSchema = v.pipe(
  v.strictObject({
    banned: v.optional(v.boolean()),
    /** Confirms the email address. */
    email_confirm: v.optional(v.literal(true)),
    /** Ends all sessions of the user. */
    password: v.optional(newProjectUserSchema.entries.password),
    /** Merged at the top level: a null value deletes its name. */
    user_metadata: v.optional(metadataChangeSchema),
    app_metadata: v.optional(metadataChangeSchema),
  }),
  v.check((change) => Object.values(change).some((value) => value !== undefined), 'Name something to change.'),
);
export type ProjectUserChange = v.InferOutput<typeof projectUserChangeSchema>;

const metadataDocumentsSchema = v.object({ user_metadata: metadataSchema, app_metadata: metadataSchema });
/** Both documents of a user. */
export type MetadataDocuments = v.InferOutput<typeof metadataDocumentsSchema>;

/** Edits of a user's metadata that are not saved. */
export const metadataDraftSchema = v.object({
  /** What was edited: names that the app adds later are no edits. */
  from: metadataDocumentsSchema,
  /** Both documents as texts. */
  values: v.object({ user_metadata: v.string(), app_metadata: v.string() }),
});
export type MetadataDraft = v.InferOutput<typeof metadataDraftSchema>;

/** A new user who is not created yet; the password is never stored. */
export const newUserDraftSchema = v.object({ email: v.string(), email_confirm: v.boolean() });
export type NewUserDraft = v.InferOutput<typeof newUserDraftSchema>;

/** An invitation that is not sent yet. */
export const invitationDraftSchema = v.object({ email: v.string() });

/** Body of `POST …/auth/{ref}/invitations`. */
export const userInvitationSchema = v.object({ email: emailSchema });
export type UserInvitation = v.InferOutput<typeof userInvitationSchema>;

/** Emails that a developer can send to a user; a confirmation only before the address is confirmed. */
const userEmails = ['recovery', 'magiclink', 'confirmation'] as const;

/** Body of `POST …/auth/{ref}/users/{id}/emails`. */
export const userEmailSchema = v.object({ type: v.picklist(userEmails) });
export type UserEmail = (typeof userEmails)[number];
