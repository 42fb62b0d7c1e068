import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app.env.ts';

const common: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Paths name projects and organizations: other sites are told nothing.
  'Referrer-Policy': 'same-origin',
  // Popups the app opens (a flow inspector) may still talk back.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Nothing but the page itself may do anything; the page sets its own policy. */
const inert = "default-src 'none'; frame-ancestors 'none'";

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(common)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', inert);
});

export interface PagePolicy {
  /** API addresses beyond the page's own origin. */
  connect: readonly string[];
  /** Lets the style sheets pass that the app's code adds for its editor, and those alone. */
  nonce: string;
}

/** The app's own policy: everything from its origin, no inline script, no inline style but the editor's. */
export const pagePolicy = ({ connect, nonce }: PagePolicy): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...originsOf(connect)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))),
];
