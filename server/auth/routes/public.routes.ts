import { Hono } from 'hono';
import type { AuthEnv } from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { isSignupOpen } from '../signup.ts';

/** Public routes: health, settings, and the keys that verify tokens. */
export const publicRoutes = (context: AuthContext, version: string) => {
  const { settings, keys } = context;
  return new Hono<AuthEnv>()
    .get('/health', (c) => c.json({ version, name: 'Basechart Auth', description: 'Users and sessions' }))
    .get('/settings', async (c) =>
      c.json({
        external: {
          email: settings.emailEnabled,
          phone: settings.phoneEnabled,
          anonymous_users: settings.anonymousEnabled,
          github: false,
          google: false,
          ...Object.fromEntries(settings.providers.map(({ id }) => [id, true])),
        },
        disable_signup: !(await isSignupOpen(context)),
        mailer_autoconfirm: settings.autoconfirm,
        mailer_otp_length: settings.otpLength,
        sms_otp_length: settings.smsOtpLength,
        phone_autoconfirm: settings.phoneAutoconfirm,
        sms_provider: context.smsSender?.name ?? '',
        saml_enabled: settings.samlEnabled,
      }),
    )
    .get('/.well-known/jwks.json', (c) => {
      c.header('Cache-Control', 'public, max-age=600');
      return c.json(keys.jwks());
    });
};
