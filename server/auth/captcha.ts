import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { AuthError } from './auth.errors.ts';
import { fiveMinuteLimit, readAuthBody, takeFromBucket, type AuthEnv } from './auth.http.ts';
import type { AuthContext } from './authContext.ts';
import { isAdmin } from './authenticate.ts';
import type { CaptchaSettings } from './protectionSettings.ts';

const patienceMs = 10_000;
const tokenMaxLength = 8_192;

const bodySchema = v.object({
  gotrue_meta_security: v.optional(v.nullable(v.object({ captcha_token: v.optional(v.nullable(v.string())) }))),
});
const answerSchema = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });

const refused = (reason: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);

/**
 * Requires a solved captcha where the settings want one, except from callers with a service key. `applies` is false for
 * requests that prove something else.
 */
export const requireCaptcha = (
  context: AuthContext,
  applies: (query: Readonly<Record<string, string>>) => boolean = () => true,
) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const { captcha, tokenRateLimit } = context.settings;
    if (captcha !== null && applies(c.req.query()) && !(await isAdmin(context, c.req.header('Authorization')))) {
      await takeFromBucket(c, context, 'captcha', fiveMinuteLimit(tokenRateLimit));
      const { gotrue_meta_security: security } = await readAuthBody(c, bodySchema);
      const token = security?.captcha_token?.trim() ?? '';
      if (token === '') throw refused('no captcha_token found');
      if (token.length > tokenMaxLength) throw refused('invalid-input-response');
      await verify(captcha, token, c.var.address);
    }
    await next();
  });

async function verify({ url, secret }: CaptchaSettings, token: string, ip: string): Promise<void> {
  let answer: v.InferOutput<typeof answerSchema>;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    answer = v.parse(answerSchema, await response.json());
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed', { cause });
  }
  if (!answer.success) throw refused(answer['error-codes'].join(', ').slice(0, 200));
}
