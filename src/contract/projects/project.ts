import * as v from 'valibot';
import { passwordTooLong } from '../accounts/passwordCheck.ts';
import { picklistOr } from '../common/picklistOr.ts';
import { passwordMaxLength } from '../common/timing.ts';
import { computeSizeIds } from './computeSizes.ts';
import { projectStatusSchema } from './projectStatus.ts';
import { cloudProviders } from './regions.ts';

export const projectSchema = v.object({
  id: v.number(),
  /** Twenty lower-case letters, unique on the platform. */
  ref: v.string(),
  name: v.string(),
  organization_id: v.number(),
  organization_slug: v.string(),
  parent_project_ref: v.nullable(v.string()),
  status: projectStatusSchema,
  /** A `CloudProvider`, or one that only the platform knows. */
  cloud_provider: v.string(),
  region: v.string(),
  preview_branch_refs: v.array(v.string()),
  inserted_at: v.string(),
});
export type Project = v.InferOutput<typeof projectSchema>;

/** Capabilities of a project's engine; screens offer only these and name what is missing. */
export const engineCapabilitiesSchema = v.object({
  /** `embedded` is Postgres inside the server's process, `postgres` a real server reached by DATABASE_URL. */
  kind: picklistOr(['embedded', 'postgres'], 'postgres'),
  /** A running statement can be cancelled without restarting the engine. */
  cancel: v.boolean(),
  /** Whether several sessions can run concurrently. */
  sessions: v.boolean(),
  logicalReplication: v.boolean(),
  cron: v.boolean(),
  /** Whether clients outside Basechart can connect over the wire. */
  wire: v.boolean(),
});
export type EngineCapabilities = v.InferOutput<typeof engineCapabilitiesSchema>;

export const projectDetailSchema = v.object({
  ...projectSchema.entries,
  postgrestStatus: v.nullable(picklistOr(['ONLINE', 'OFFLINE'], null)),
  /** Full version, as `18.6`; null before the database exists. */
  dbVersion: v.nullable(v.string()),
  /** A `ComputeSize`, or one that only the platform knows. */
  compute_size: v.string(),
  capabilities: engineCapabilitiesSchema,
  /** Why the last operation failed, as a message for the user; null after a success. */
  status_reason: v.nullable(v.string()),
});
export type ProjectDetail = v.InferOutput<typeof projectDetailSchema>;

export const projectNameMin = 3;
export const projectNameMax = 64;

export const createProjectSchema = v.object({
  organization_slug: v.string(),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(projectNameMin, `Use at least ${projectNameMin} characters.`),
    v.maxLength(projectNameMax, `Use at most ${projectNameMax} characters.`),
  ),
  db_pass: v.pipe(
    v.string(),
    v.minLength(1, 'Enter a database password.'),
    v.maxLength(passwordMaxLength, passwordTooLong.problem),
  ),
  cloud_provider: v.picklist(cloudProviders),
  region: v.string(),
  compute_size: v.optional(v.picklist(computeSizeIds)),
  /** Major version; the platform refuses versions that it does not offer. */
  postgres_version: v.optional(v.string()),
  /** Expose the `public` schema through the project's data API. */
  data_api: v.optional(v.boolean(), true),
  /** Turn on row level security for every table created later; absent means wherever the platform can. */
  automatic_rls: v.optional(v.boolean()),
});
export type CreateProject = v.InferOutput<typeof createProjectSchema>;

/** The stored draft of the new-project form: everything except its password. */
export const projectDraftSchema = v.object({
  name: v.string(),
  provider: v.picklist(cloudProviders),
  region: v.string(),
  computeSize: v.picklist(computeSizeIds),
  postgresVersion: v.string(),
  dataApi: v.boolean(),
  automaticRls: v.boolean(),
});
export type ProjectDraft = v.InferOutput<typeof projectDraftSchema>;

/** Body of `POST …/projects/{ref}/resize`. */
export const resizeProjectSchema = v.object({ compute_size: v.picklist(computeSizeIds) });

/** Response of `POST …/projects/{ref}/pause|restore|restart|resize|upgrade` and of `DELETE …/projects/{ref}`. */
export const projectStatusAnswerSchema = v.object({ status: projectStatusSchema });

export const connectionSchema = v.object({
  /** Null when the engine has no wire access; `reason` then explains it to the user. */
  uri: v.nullable(v.string()),
  host: v.nullable(v.string()),
  port: v.nullable(v.number()),
  database: v.string(),
  user: v.string(),
  reason: v.nullable(v.string()),
});
export type Connection = v.InferOutput<typeof connectionSchema>;

export const apiKeysSchema = v.object({
  /** Base URL of the project's own API. */
  url: v.string(),
  anon: v.string(),
  service_role: v.string(),
});
