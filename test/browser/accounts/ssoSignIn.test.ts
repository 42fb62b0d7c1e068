import { SignJWT } from 'jose';
import { describe, expect } from 'vitest';
/** Signing in with the identity provider of an organization. */
import { href } from '../../../src/router/href.ts';
import { isAt } from '../../support/addresses.ts';
import { axeViolationsInThemes } from '../../support/browser.ts';
import { journeysOn } from '../../support/journey.ts';
import { createSamlProvider } from '../../support/samlProvider.ts';

const secret = 'a shared secret of the journeys, long enough';
const idp = createSamlProvider();
const journey = journeysOn({ env: { GOTRUE_SAML_ENABLED: 'true', GOTRUE_JWT_SECRET: secret } });

describe('single sign-on', () => {
  journey(
    'leads to the organization’s own page, and back to the page that was wanted',
    async ({ page, platform, watch }) => {
      watch.allow(/left the origin: https:\/\/idp\.example\.com/, /answer 404 to POST .*\/sso$/);
      const key = await new SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(secret));
      const added = await fetch(`${platform.origin()}/auth/v1/admin/sso/providers`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: ['acme.example'] }),
      });
      expect(added.status).toBe(201);
      // The provider's page, whose user has a session there.
      await page.route('https://idp.example.com/**', async (route) => {
        const { RelayState, SAMLResponse } = idp.answer(route.request().url(), {
          nameId: 'ada-1',
          email: 'ada@acme.example',
        });
        await route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${platform.origin()}/auth/v1/sso/saml/acs"><input name="RelayState" value="${RelayState}"><input name="SAMLResponse" value="${SAMLResponse}"></form><script>document.forms[0].submit()</script>`,
        });
      });

      await page.goto(href('signIn', {}, { returnTo: href('accountEvents') }));
      await page.getByRole('link', { name: 'Sign in with SSO' }).click();
      await page.getByLabel('Email').fill('ada@unknown.example');
      await page.getByRole('button', { name: 'Continue with SSO' }).click();
      await page.getByText('No organization signs in with this domain').waitFor();
      expect(await axeViolationsInThemes(page)).toEqual([]);
      await page.getByLabel('Email').fill('ada@acme.example');
      await page.getByRole('button', { name: 'Continue with SSO' }).click();
      await page.waitForURL(isAt('accountEvents'));
      await page.getByRole('table').getByText('Account created').waitFor();
    },
  );
});
