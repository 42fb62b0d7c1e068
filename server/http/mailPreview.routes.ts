import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { mailPreviewPath } from '../../src/contract/auth/mailPreview.ts';
import type { HttpEnv } from './http.env.ts';

/** Shows what the page around it sends. Scripts and handlers in there are not run: only this script may. */
const script = `addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data?.html !== 'string') return;
  document.documentElement.innerHTML = event.data.html;
});`;

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // A separate origin: it reads nothing of the dashboard. Links lead nowhere.
  'sandbox allow-scripts',
].join('; ');

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><script>${script}</script></head><body></body></html>`;

/** The frame in which the dashboard previews emails. It holds nothing itself. */
export const mailPreviewRoutes = () =>
  new Hono<HttpEnv>().get(mailPreviewPath, (c) => {
    c.header('Content-Security-Policy', policy);
    c.header('X-Frame-Options', 'SAMEORIGIN');
    return c.html(page);
  });
