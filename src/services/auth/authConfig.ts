import {
  authConfigSchema,
  testEmailSchema,
  type AuthConfig,
  type AuthConfigChange,
  type TestEmail,
} from '../../contract/auth/authConfig.ts';
import { get, patch, post } from '../http/http.ts';

const configPath = (ref: string): string => `/auth/${encodeURIComponent(ref)}/config`;

/** The settings of a project's auth service. */
export const readConfig = ({ ref }: { ref: string }, signal: AbortSignal): Promise<AuthConfig> =>
  get(configPath(ref), authConfigSchema, { signal });

/** Changes some of them; answers all. */
export const changeConfig = (
  { ref, change }: { ref: string; change: AuthConfigChange },
  signal: AbortSignal,
): Promise<AuthConfig> => patch(configPath(ref), change, authConfigSchema, { signal });

/** Sends an email to the signed-in user through the project's SMTP server. */
export const sendTestEmail = ({ ref }: { ref: string }, signal: AbortSignal): Promise<TestEmail> =>
  post(`${configPath(ref)}/test-email`, {}, testEmailSchema, { signal });
