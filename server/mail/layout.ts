import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** What a mail of this server says, in the order of its parts. */
export interface MailContent {
  heading: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Something to type or copy. */
  code?: { introduction: string; value: string };
  footer: string;
}

const ink = '#15181e';
const muted = '#596171';
const accent = '#3f56dc';
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The text of a template in this file, which stands as far right as its code: developers begin their own with it. */
const withoutIndent = (page: HtmlEscapedString): string => String(page).replaceAll(/^ {6}/gm, '');

/** The HTML of a mail. Tables and inline styles, because mail programs ignore style sheets. All texts are escaped. */
export const layoutHtml = async ({ heading, paragraphs, action, code, footer }: MailContent): Promise<string> =>
  withoutIndent(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light" />
          <title>${heading}</title>
        </head>
        <body style="margin:0;background:#f6f7f9;color:${ink};${font}">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
            <tr>
              <td align="center" style="padding:32px 16px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  style="max-width:480px;background:#ffffff;border:1px solid #e2e5eb;border-radius:8px"
                >
                  <tr>
                    <td style="padding:32px;font-size:15px;line-height:1.5;overflow-wrap:anywhere">
                      <h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${heading}</h1>
                      ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
                      ${
                        action &&
                        html`<p style="margin:24px 0">
                          <a
                            href="${action.url}"
                            style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none"
                            >${action.label}</a
                          >
                        </p>`
                      }
                      ${
                        code &&
                        html`<p style="margin:0 0 8px">${code.introduction}</p>
                          <p
                            style="margin:0 0 24px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:24px;letter-spacing:4px"
                          >
                            ${code.value}
                          </p>`
                      }
                      <p style="margin:0;color:${muted};font-size:13px">${footer}</p>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html>`,
  );

/** The same mail as plain text. */
export const layoutText = ({ heading, paragraphs, action, code, footer }: MailContent): string =>
  [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [`${code.introduction} ${code.value}`] : []),
    footer,
    '',
  ].join('\n\n');

/** Both forms of a mail with the layout. */
export const layoutBoth = async (content: MailContent): Promise<{ text: string; html: string }> => ({
  text: layoutText(content),
  html: await layoutHtml(content),
});
