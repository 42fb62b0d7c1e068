import * as v from 'valibot';
import { passwordTooLong } from '../accounts/passwordCheck.ts';
import { passwordMaxLength } from '../common/timing.ts';
import { cloudProviders } from './cloudProvider.ts';
import { computeSizeIds } from './computeSizeIds.ts';

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

/** Body of `POST …/projects/{ref}/resize`. */
export const resizeProjectSchema = v.object({ compute_size: v.picklist(computeSizeIds) });
