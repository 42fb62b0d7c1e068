import ky, { type Options } from 'ky';

/** The charts decide about retries, so there are none here; a status is a response, so none throws here. */
const client = ky.create({ retry: 0, throwHttpErrors: false, credentials: 'include' });

/** Sends a request. The time limit is that of the response and of its text, each. */
export async function send(
  url: string,
  options: Options,
): Promise<{ response: Response; text: () => Promise<string> }> {
  const pending = client(url, options);
  return { response: await pending, text: () => pending.text() };
}
