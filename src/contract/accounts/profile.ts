import * as v from 'valibot';

export const profileSchema = v.object({
  id: v.number(),
  gotrue_id: v.string(),
  username: v.string(),
  primary_email: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  /** Features hidden from this user, such as `billing:all`. */
  disabled_features: v.array(v.string()),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const permissionSchema = v.object({
  organization_slug: v.string(),
  project_refs: v.array(v.string()),
  actions: v.array(v.string()),
  resources: v.array(v.string()),
});
export type Permission = v.InferOutput<typeof permissionSchema>;
