/** Mails as their receiver would read them, on the page of a server without SMTP. */
import type { Platform } from './browser.ts';

export interface ReceivedMail {
  subject: string;
  /** The one-time code in it. */
  code: string;
  /** Where its button leads. */
  link: string;
}

const textOf = async (platform: Pick<Platform, 'origin'>, path: string): Promise<string> => {
  const response = await fetch(`${platform.origin()}${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.text()).replaceAll('&amp;', '&');
};

/** The newest message to an address or a number: its page, and what its row calls it. */
async function newestTo(
  platform: Pick<Platform, 'origin'>,
  address: string,
): Promise<{ path: string; subject: string }> {
  const rows = (await textOf(platform, '/outbox')).split('<tr ');
  const row = rows.find((one) => one.includes(`>${address}<`));
  const [, path, subject] = /href="([^"]+)">([^<]*)</.exec(row ?? '') ?? [];
  if (path === undefined || subject === undefined) throw new Error(`There is no message to ${address}.`);
  return { path, subject };
}

/** The code in the newest SMS to a number. */
export async function smsCodeTo(platform: Pick<Platform, 'origin'>, phone: string): Promise<string> {
  const { path } = await newestTo(platform, phone);
  const code = /Your code is (\d{6,10})\b/.exec(await textOf(platform, `${path}/html`))?.[1];
  if (code === undefined) throw new Error(`The SMS to ${phone} has no code.`);
  return code;
}

/** The newest mail to an address. */
export async function mailTo(platform: Pick<Platform, 'origin'>, address: string): Promise<ReceivedMail> {
  const { path, subject } = await newestTo(platform, address);
  const content = await textOf(platform, `${path}/html`);
  const code = />\s*(\d{6})\s*</.exec(content)?.[1];
  const link = /href="([^"]+\/verify\?[^"]+)"/.exec(content)?.[1];
  if (code === undefined || link === undefined) throw new Error(`The mail to ${address} has no code or no link.`);
  return { subject, code, link };
}
