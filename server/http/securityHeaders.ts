import { secureHeaders } from 'hono/secure-headers';

/**
 * What every answer carries. The page sets its own content policy; in every other answer nothing may do anything.
 * Whether browsers insist on TLS is decided by the proxy that provides it.
 */
export const securityHeaders = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: 'DENY',
  // Paths name projects and organizations: other sites are told nothing.
  referrerPolicy: 'same-origin',
  // Popups the app opens (a flow inspector) may still talk back.
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
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
