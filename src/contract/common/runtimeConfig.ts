import * as v from 'valibot';
import { engineKinds } from './platformStatus.ts';

/**
 * What the server hands to the page in `<script type="application/json" id="runtime-config">`: one build serves every
 * deployment. URLs are absolute, or paths on the page's own origin.
 */
export const runtimeConfigSchema = v.object({
  platformMode: v.boolean(),
  environment: v.picklist(['production', 'development']),
  version: v.string(),
  /** Platform calls go to `{apiUrl}/platform/…` in platform mode and to `{apiUrl}/…` when self-hosted. */
  apiUrl: v.string(),
  authUrl: v.string(),
  /** The auth settings a form needs before its first request. */
  auth: v.object({ signupDisabled: v.boolean(), autoconfirm: v.boolean() }),
  /** Major Postgres versions offered for new projects, the default first. */
  postgresVersions: v.array(v.string()),
  engine: v.picklist(engineKinds),
  inspector: v.boolean(),
  /** Where it is said how the platform is. */
  statusUrl: v.optional(v.string()),
  /** Where feedback on previews goes; without it, to the support form. */
  feedbackUrl: v.optional(v.string()),
  /** Where those who cannot sign in may write: the form for support is for those who can. */
  supportEmail: v.optional(v.string()),
  /** Lets style sheets that code adds (an editor's) pass the page's content security policy: put it on their `nonce`. */
  styleNonce: v.optional(v.string()),
});
export type RuntimeConfig = v.InferOutput<typeof runtimeConfigSchema>;

/** The platform is this very server: plans are limits there, and nobody is charged. */
export const runsOwnPlatform = ({ apiUrl }: RuntimeConfig): boolean => apiUrl.startsWith('/');
