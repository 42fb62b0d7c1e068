import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { ApiError } from '../http/errors.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { noStore } from '../http/noStore.ts';
import { requireThisMachine } from '../http/requireThisMachine.ts';
import type { KeptMail, Outbox } from './outbox.ts';

/** Pages with the mails that a server without SMTP has kept. They work without JavaScript. */
export const outboxRoutes = (outbox: Outbox) =>
  new Hono<HttpEnv>()
    // The mails open any account.
    .use(noStore, requireThisMachine('outbox_is_local', 'The outbox opens only on the machine that runs the server.'))
    .get('/', (c) => answerPage(c, 'Outbox', listOf(outbox.list())))
    .get('/:id', (c) => answerPage(c, 'Mail', pageOf(requireMail(outbox, c.req.param('id')))))
    .get('/:id/html', (c) => {
      const { html: content, text } = requireMail(outbox, c.req.param('id'));
      c.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
      );
      c.header('X-Frame-Options', 'SAMEORIGIN');
      // Links replace the whole page, as a mail program opens them outside the mail.
      return content === undefined ? c.text(text) : c.html(content.replace('<head>', '<head><base target="_top" />'));
    });

function requireMail(outbox: Outbox, id: string): KeptMail {
  const mail = outbox.find(id);
  if (mail === undefined) throw new ApiError(404, 'mail_not_found', 'The outbox does not have this message.');
  return mail;
}

type Markup = ReturnType<typeof html>;

async function answerPage(c: Context<HttpEnv>, title: string, content: Markup): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  return c.html(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <style nonce="${nonce}">
            :root {
              color-scheme: light dark;
              font:
                15px/1.5 system-ui,
                sans-serif;
            }
            body {
              max-width: 60rem;
              margin: 0 auto;
              padding: 1.5rem 1rem;
            }
            h1 {
              font-size: 1.25rem;
            }
            table {
              width: 100%;
              border-collapse: collapse;
            }
            th,
            td {
              padding: 0.5rem 1rem 0.5rem 0;
              border-bottom: 1px solid #8884;
              text-align: left;
              overflow-wrap: anywhere;
            }
            dl {
              display: grid;
              grid-template-columns: max-content 1fr;
              gap: 0.25rem 1rem;
            }
            dt {
              opacity: 0.75;
            }
            dd {
              margin: 0;
              overflow-wrap: anywhere;
            }
            iframe {
              width: 100%;
              height: 34rem;
              border: 1px solid #8884;
              border-radius: 0.5rem;
              background: #fff;
            }
            pre {
              white-space: pre-wrap;
              overflow-wrap: anywhere;
            }
          </style>
        </head>
        <body>
          ${content}
        </body>
      </html>`,
  );
}

const timeOf = (mail: KeptMail) =>
  html`<time datetime="${mail.sentAt.toISOString()}"
    >${mail.sentAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}</time
  >`;

const listOf = (mails: readonly KeptMail[]): Markup =>
  html`<h1>Outbox</h1>
    <p>This server has no SMTP server, so it keeps its latest emails and SMS here until it stops.</p>
    ${
      mails.length === 0
        ? html`<p>No message yet.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">Subject</th>
                <th scope="col">To</th>
                <th scope="col">Sent</th>
              </tr>
            </thead>
            <tbody>
              ${mails.map(
                (mail) =>
                  html`<tr>
                    <td><a href="/outbox/${mail.id}">${mail.subject}</a></td>
                    <td>${mail.to}</td>
                    <td>${timeOf(mail)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;

const pageOf = (mail: KeptMail): Markup =>
  html`<p><a href="/outbox">Outbox</a></p>
    <h1>${mail.subject}</h1>
    <dl>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>Sent</dt>
      <dd>${timeOf(mail)}</dd>
    </dl>
    <iframe title="Mail" sandbox="allow-top-navigation-by-user-activation" src="/outbox/${mail.id}/html"></iframe>
    <details>
      <summary>Plain text</summary>
      <pre>${mail.text}</pre>
    </details>`;
