import * as v from 'valibot';

/** Answer of `GET …/projects/{ref}/assistant`. */
export const assistantStatusSchema = v.object({
  /** Whether a model answers here: that of the project's organization, or else that of the deployment. */
  configured: v.boolean(),
  model: v.nullable(v.string()),
  /** Host of the endpoint that messages are sent to, for the user's information. */
  host: v.nullable(v.string()),
  /** Tokens that model reads and writes at most, as its settings say. */
  contextTokens: v.nullable(v.number()),
  configuredBy: v.nullable(v.picklist(['organization', 'deployment'])),
  /** Slug of the organization whose owners may set a model. */
  organization: v.string(),
  /** Whether this user may. */
  canConfigure: v.boolean(),
  /** Environment variables that configure a model for the whole deployment. */
  settings: v.array(v.string()),
});
export type AssistantStatus = v.InferOutput<typeof assistantStatusSchema>;
