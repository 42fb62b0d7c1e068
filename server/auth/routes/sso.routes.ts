import type { Context } from 'hono';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { chooseRedirect } from '../../../src/contract/auth/redirectRules.ts';
import { AuthError } from '../auth.errors.ts';
import {
  clientOf,
  fiveMinuteLimit,
  optionalText,
  pkceEntries,
  readAuthBody,
  readPkce,
  takeFromBucket,
  type AuthEnv,
} from '../auth.http.ts';
import type { AuthContext } from '../authContext.ts';
import { requireAdmin } from '../authenticate.ts';
import { requireCaptcha } from '../captcha.ts';
import { withOutcome } from '../redirects.ts';
import { finishSamlSignIn, readSamlResponse, serviceMetadata, startSamlSignIn, takeSamlFlow } from '../samlSignIn.ts';
import {
  deleteSsoProvider,
  listSsoProviders,
  requireSsoProvider,
  saveSsoProvider,
  type SsoProvider,
} from '../ssoProviders.ts';

const ssoSchema = v.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: v.optional(v.nullable(v.boolean())),
  ...pkceEntries,
});
const providerSchema = v.object({
  type: v.optional(v.string()),
  metadata_url: v.optional(v.nullable(v.string())),
  metadata_xml: v.optional(v.string()),
  domains: v.optional(v.array(v.string())),
  attribute_mapping: v.optional(
    v.nullable(v.object({ keys: v.optional(v.object({ email: v.optional(v.object({ name: v.string() })) })) })),
  ),
});

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** A provider as an administrator sees it. */
const describe = ({ id, entity_id, metadata_xml, domains, email_attribute, created_at, updated_at }: SsoProvider) => ({
  id,
  saml: {
    entity_id,
    metadata_xml,
    attribute_mapping: email_attribute === null ? {} : { keys: { email: { name: email_attribute } } },
  },
  domains: domains.map((domain) => ({ domain })),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Sign-in with the identity provider of an organization, by SAML 2.0, and the administration of such providers. */
export function ssoRoutes(context: AuthContext) {
  const { settings } = context;
  // Before anything else is read: a service without SAML answers every request alike.
  const enabled = createMiddleware<AuthEnv>(async (_, next) => {
    if (!settings.samlEnabled) throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
    await next();
  });
  const admin = createMiddleware<AuthEnv>(async (c, next) => {
    await requireAdmin(context, c.req.header('Authorization'));
    await next();
  });
  return new Hono<AuthEnv>()
    .post('/sso', enabled, requireCaptcha(context), async (c) => {
      await takeFromBucket(c, context, 'sso', fiveMinuteLimit(settings.signupRateLimit));
      const body = await readAuthBody(c, ssoSchema);
      if ((body.provider_id === '') === (body.domain === ''))
        throw invalid('Exactly one of provider_id and domain has to be provided');
      const pkce = readPkce(body);
      // Without it, another site could sign its visitors in to the account of an attacker.
      if (pkce === null) throw invalid('SSO requires code_challenge and code_challenge_method');
      const provider = await requireSsoProvider(
        context,
        body.provider_id === '' ? { domain: body.domain } : { id: body.provider_id },
      );
      const redirectTo = chooseRedirect(settings, body.redirect_to || c.req.query('redirect_to'));
      const url = await startSamlSignIn(context, provider, { redirectTo, pkce });
      return body.skip_http_redirect === true ? c.json({ url }) : c.redirect(url, 303);
    })
    .get('/sso/saml/metadata', enabled, async (c) => {
      c.header('Content-Type', 'application/samlmetadata+xml');
      return c.body(await serviceMetadata(context));
    })
    .post('/sso/saml/acs', enabled, async (c) => {
      await takeFromBucket(c, context, 'saml', fiveMinuteLimit(settings.samlRateLimit));
      return c.redirect(await finish(c, context), 303);
    })
    .use('/admin/sso/*', admin)
    .get('/admin/sso/providers', async (c) => c.json({ items: (await listSsoProviders(context)).map(describe) }))
    .post('/admin/sso/providers', async (c) => {
      const body = await readAuthBody(c, providerSchema);
      if (body.type !== 'saml') throw invalid('Only the type saml is supported');
      return c.json(describe(await saveSsoProvider(context, null, inputOf(body))), 201);
    })
    .get('/admin/sso/providers/:id', async (c) =>
      c.json(describe(await requireSsoProvider(context, { id: c.req.param('id') }))),
    )
    .put('/admin/sso/providers/:id', async (c) =>
      c.json(
        describe(await saveSsoProvider(context, c.req.param('id'), inputOf(await readAuthBody(c, providerSchema)))),
      ),
    )
    .delete('/admin/sso/providers/:id', async (c) =>
      c.json(describe(await deleteSsoProvider(context, c.req.param('id')))),
    );
}

function inputOf({
  metadata_url: url,
  metadata_xml: metadataXml,
  domains,
  attribute_mapping: mapping,
}: v.InferOutput<typeof providerSchema>) {
  if (url) throw invalid('metadata_url is not supported: send metadata_xml');
  return {
    metadataXml,
    domains,
    emailAttribute: mapping === undefined ? undefined : (mapping?.keys?.email?.name ?? null),
  };
}

/** Where the browser goes that came back from the identity provider. */
async function finish(c: Context<AuthEnv>, context: AuthContext): Promise<string> {
  const { settings } = context;
  const form = await c.req.parseBody();
  const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
  const flow = await takeSamlFlow(context, field('RelayState'));
  // Checked again, because the settings may have changed.
  const target = flow === null ? settings.siteUrl : chooseRedirect(settings, flow.redirectTo);
  try {
    if (flow === null)
      throw new AuthError(
        403,
        'saml_relay_state_not_found',
        'SAML sign-in was not started here, was used, or has expired',
      );
    const identity = await readSamlResponse(context, flow, field('SAMLResponse'));
    const code = await finishSamlSignIn(context, flow, { ...identity, client: clientOf(c) });
    return withOutcome(target, { query: { code } });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    c.var.log.warn({ code: error.code, provider: flow?.provider.id }, 'a SAML response was refused');
    const outcome = {
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: error.code,
      error_description: error.message,
    };
    return withOutcome(target, { query: outcome, fragment: outcome });
  }
}
