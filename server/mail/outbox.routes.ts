import { readFile } from 'node:fs/promises';
import { Hono, type Context } from 'hono';
import { html, raw } from 'hono/html';
import { ApiError } from '../http/errors.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { mark } from '../http/mark.ts';
import { noStore } from '../http/noStore.ts';
import { requireThisMachine } from '../http/requireThisMachine.ts';
import type { KeptMail, Outbox } from './outbox.ts';

const outboxTitle = 'Outbox';

/** Pages with the mails that a server without SMTP has kept. They work without JavaScript. */
export const outboxRoutes = (outbox: Outbox) =>
  new Hono<HttpEnv>()
    // The mails open any account.
    .use(noStore, requireThisMachine('outbox_is_local', 'The outbox opens only on the machine that runs the server.'))
    .get('/', (c) => answerPage(c, outboxTitle, listOf(outbox.list())))
    .get('/style.css', async (c) => {
      c.header('Content-Type', 'text/css; charset=utf-8');
      return c.body(await readFile(new URL('outbox.css', import.meta.url), 'utf8'));
    })
    .get('/inter.woff2', async (c) => {
      c.header('Content-Type', 'font/woff2');
      return c.body(
        new Uint8Array(await readFile(new URL('../../src/views/theme/fonts/inter.woff2', import.meta.url))),
      );
    })
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
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  return c.html(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Basechart</title>
          <link rel="icon" href="/favicon.svg" />
          <link rel="stylesheet" href="/outbox/style.css" />
        </head>
        <body>
          <header>
            <nav aria-label="Pages">
              ${mark}
              <a href="/">Basechart</a>
              <span aria-hidden="true">/</span>
              <a href="/outbox" ${title === outboxTitle ? raw('aria-current="page"') : ''}>${outboxTitle}</a>
            </nav>
          </header>
          <main>${content}</main>
        </body>
      </html>`,
  );
}

const timeOf = (mail: KeptMail) =>
  html`<time datetime="${mail.sentAt.toISOString()}"
    >${mail.sentAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}</time
  >`;

/** The roles are named because rows are blocks on a phone, which in some browsers ends those of a table. */
const listOf = (mails: readonly KeptMail[]): Markup =>
  html`<h1>${outboxTitle}</h1>
    <p>This server has no SMTP server, so it keeps its latest emails and SMS here until it stops.</p>
    ${
      mails.length === 0
        ? html`<p class="empty">No message yet.</p>`
        : html`<table role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">Subject</th>
                <th scope="col" role="columnheader">To</th>
                <th scope="col" role="columnheader">Sent</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${mails.map(
                (mail) =>
                  html`<tr role="row">
                    <td role="cell"><a href="/outbox/${mail.id}">${mail.subject}</a></td>
                    <td role="cell">${mail.to}</td>
                    <td role="cell">${timeOf(mail)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;

const pageOf = (mail: KeptMail): Markup =>
  html`<h1>${mail.subject}</h1>
    <dl class="facts">
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>Sent</dt>
      <dd>${timeOf(mail)}</dd>
    </dl>
    ${mail.html === undefined ? html`<pre class="message">${mail.text}</pre>` : framed(mail)}`;

const framed = ({ id, text }: KeptMail): Markup =>
  html`<iframe title="Mail" sandbox="allow-top-navigation-by-user-activation" src="/outbox/${id}/html"></iframe>
    <details>
      <summary>Plain text</summary>
      <pre>${text}</pre>
    </details>`;
