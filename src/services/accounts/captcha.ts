import type { TokenAnswer } from '../../contract/accounts/captchaWidget.ts';
import { FailureError } from '../../contract/common/failureError.ts';

/** Requests that wait for a token, the oldest first. */
const waiting: PromiseWithResolvers<string>[] = [];
let tell: (() => void) | null = null;

/** A token of a solved captcha, for one request; throws why there is none. */
export function takeCaptchaToken(): Promise<string> {
  const request = Promise.withResolvers<string>();
  waiting.push(request);
  tell?.();
  return request.promise;
}

/** Calls back for each request that waits for a token, until the returned function is called. */
export function watchCaptchaRequests(requested: () => void): () => void {
  tell = requested;
  for (const _ of waiting) requested();
  return () => void (tell = null);
}

/** Gives the oldest request a token, or all of them the reason why there is none. */
export function answerCaptchaRequest(answer: TokenAnswer): void {
  if (answer.type === 'token.granted') {
    waiting.shift()?.resolve(answer.token);
    // Each needs another token.
    if (waiting.length > 0) tell?.();
  } else for (const { reject } of waiting.splice(0)) reject(new FailureError(answer.failure));
}
