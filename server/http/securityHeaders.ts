import { secureHeaders } from 'hono/secure-headers';

/**
 * Security headers of every response. The page sets its own content policy; every other response allows nothing. The
 * proxy that provides TLS decides about HSTS.
 */
export const securityHeaders = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: 'DENY',
  // Paths name projects and organizations, so other sites get no referrer.
  referrerPolicy: 'same-origin',
  // Popups that the app opens (a flow inspector) may still send messages back.
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

interface PagePolicy {
  /** API origins other than the page's own. */
  connect: readonly string[];
  /** Origins of the captcha that the sign-in pages show; none where there is none. */
  captcha: readonly string[];
  /** Allows the style sheets that the app's editor adds, and no others. */
  nonce: string;
}

/**
 * The app's own policy: everything from its origin and that of its captcha, no inline script, no inline style except
 * the editor's.
 */
export const pagePolicy = ({ connect, captcha, nonce }: PagePolicy): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...captcha].join(' '),
    [`style-src 'self' 'nonce-${nonce}'`, ...captcha].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...originsOf(connect), ...captcha].join(' '),
    ...(captcha.length > 0 ? [["frame-src 'self'", ...captcha].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))),
];
