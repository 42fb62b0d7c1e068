import { FailureError } from '../../contract/common/failureError.ts';
import { baseUrlOf } from '../browser/apiBase.ts';
import { runtime } from '../browser/runtime.ts';
import { answeredFailure, networkFailure } from './apiFailure.ts';

interface UploadOptions {
  /** Called when the first byte may be on its way. */
  begun: () => void;
  /** Called with the share that has been sent, from 0 to 1. */
  sent: (share: number) => void;
  /** Called with each line of the answer, newline-delimited JSON, as it comes. */
  received: (line: unknown) => void;
}

/**
 * Sends a file with a POST; resolves when the answer is complete. The browser reads the file from its disk. Only
 * XMLHttpRequest tells how much of it is sent.
 */
export async function upload(
  path: string,
  body: Blob,
  { begun, sent, received }: UploadOptions,
  signal: AbortSignal,
): Promise<void> {
  const { config, accessToken, isReachable, tokenRefused, unanswered } = runtime();
  const requestId = crypto.randomUUID();
  if (!isReachable())
    throw new FailureError({ ...networkFailure('the server is unreachable.'), description: 'Nothing was sent.' });
  const token = await accessToken(signal);
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let taken = 0;
  const take = (isLast: boolean) => {
    if (request.status >= 400) return;
    const text = request.responseText;
    for (let end = text.indexOf('\n', taken); end !== -1; end = text.indexOf('\n', taken)) {
      const line = text.slice(taken, end);
      taken = end + 1;
      if (line !== '') received(JSON.parse(line));
    }
    if (isLast && taken < text.length) received(JSON.parse(text.slice(taken)));
  };
  const attempt = (work: () => void) => () => {
    try {
      work();
    } catch (error) {
      reject(error);
      request.abort();
    }
  };
  request.open('POST', baseUrlOf(config) + path);
  request.withCredentials = true;
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('x-request-id', requestId);
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded, total }) => sent(total === 0 ? 1 : loaded / total));
  request.addEventListener(
    'progress',
    attempt(() => take(false)),
  );
  request.addEventListener(
    'load',
    attempt(() => {
      if (request.status === 401) tokenRefused();
      if (request.status >= 400)
        throw new FailureError(
          answeredFailure(request.status, request.responseText, request.getResponseHeader('x-request-id') ?? requestId),
        );
      take(true);
      resolve();
    }),
  );
  request.addEventListener('error', () => {
    unanswered();
    reject(new FailureError(networkFailure('the connection was interrupted.', requestId)));
  });
  request.addEventListener('abort', () => reject(new DOMException('The upload was canceled.', 'AbortError')));
  if (signal.aborted) return;
  signal.addEventListener('abort', () => request.abort(), { once: true });
  begun();
  request.send(body);
  await promise;
}
