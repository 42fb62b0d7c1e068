import * as v from 'valibot';
import { picklistOr } from '../common/picklistOr.ts';
import { cloudProviders } from './cloudProvider.ts';
import { computeSizeIds } from './computeSizeIds.ts';
import { projectStatusSchema } from './projectStatuses.ts';

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
  /** The last use of its database that the platform knows of; other platforms may not say. */
  last_active_at: v.optional(v.nullable(v.string())),
  /** Size of its database when it was last measured. */
  database_bytes: v.optional(v.nullable(v.number())),
});
export type Project = v.InferOutput<typeof projectSchema>;

/** Capabilities of a project's engine; screens offer only these and name what is missing. */
const engineCapabilitiesSchema = v.object({
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

/** How far a setup is: its steps are `setupSteps`. */
const projectSetupSchema = v.object({
  /** The duration of each step that has ended, in order. */
  ended_ms: v.array(v.number()),
  /** Since the setup began, by the platform's clock. */
  elapsed_ms: v.number(),
});
export type ProjectSetup = v.InferOutput<typeof projectSetupSchema>;

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
  /** Null where no setup is under way, or another server runs it. */
  setup: v.optional(v.nullable(projectSetupSchema)),
});
export type ProjectDetail = v.InferOutput<typeof projectDetailSchema>;

/** The stored draft of the new-project form: everything except its password. */
export const projectDraftSchema = v.object({
  name: v.string(),
  /** For a user without an organization. */
  organizationName: v.optional(v.string()),
  provider: v.picklist(cloudProviders),
  region: v.string(),
  computeSize: v.picklist(computeSizeIds),
  postgresVersion: v.string(),
  dataApi: v.boolean(),
  automaticRls: v.boolean(),
});
export type ProjectDraft = v.InferOutput<typeof projectDraftSchema>;

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
