import * as v from 'valibot';

/** What a banner needs of a project's auth configuration. The page of the configuration reads all of it. */
export const mailConfigSchema = v.object({ HOOK_SEND_EMAIL_ENABLED: v.boolean(), ENABLE_SMTP: v.boolean() });
export type MailConfig = v.InferOutput<typeof mailConfigSchema>;
