import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { captchaOrigins } from '../../src/contract/accounts/captchaProviders.ts';
import type { RuntimeConfig } from '../../src/contract/common/runtimeConfig.ts';
import { fullPath } from '../../src/contract/shell/shortAddresses.ts';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';
import { pagePolicy } from './securityHeaders.ts';
import { sendHtml } from './sendHtml.ts';

/** A path with a file extension is a missing file, not a screen of the app. */
const looksLikeFile =
  /\.(?:avif|br|css|gif|gz|html?|ico|jpe?g|js|json|map|mjs|php|png|svg|txt|wasm|webmanifest|webp|woff2?|xml)$/i;

/**
 * Responds to every address of a screen with the same page, which contains the deployment's settings, so that one build
 * serves all deployments. It is generated for each request, because a nonce may be used only once.
 */
export const servePage = ({ html, runtimeConfig }: { html: string; runtimeConfig: () => Promise<RuntimeConfig> }) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    if (
      (c.req.method !== 'GET' && c.req.method !== 'HEAD') ||
      c.req.path.startsWith('/assets/') ||
      looksLikeFile.test(c.req.path)
    )
      return await next();
    const full = fullPath(c.req.path);
    if (full !== undefined) return c.redirect(full + new URL(c.req.url).search);
    const nonce = randomBytes(16).toString('base64');
    const config: RuntimeConfig = { ...(await runtimeConfig()), styleNonce: nonce, serverTime: Date.now() };
    return sendHtml(c, withRuntimeConfig(html, config), {
      policy: pagePolicy({
        connect: [config.apiUrl, config.authUrl, config.docs?.url ?? ''],
        captcha: config.auth.captcha ? captchaOrigins(config.auth.captcha) : [],
        nonce,
      }),
    });
  });

/**
 * Embeds the settings as a data block in the head, before the script that reads them; no text in them can end the block
 * or begin another.
 */
export function withRuntimeConfig(html: string, config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // A function, because a replacement string would interpret `$&` in a setting.
  return html.replace(
    '</title>',
    () => `</title>\n    <script type="application/json" id="runtime-config">${json}</script>`,
  );
}

/** Served while the app is not built. */
export const pageNotBuilt = createMiddleware<HttpEnv>(async (c, next) => {
  if (looksLikeFile.test(c.req.path)) return await next();
  throw new ApiError(
    503,
    'app_not_built',
    'The app is not built. Run "npm start", or "npm run build" and start the server again.',
  );
});
