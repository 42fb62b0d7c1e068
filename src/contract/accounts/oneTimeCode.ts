import * as v from 'valibot';
import type { RuntimeConfig } from '../common/runtimeConfig.ts';

/** Digits of the code of an authenticator app, and of that of a message where the server does not say otherwise. */
export const codeLength = 6;

/** Digits of the codes that this server sends. */
export const sentCodeLength = ({ auth: { codeLengths } }: RuntimeConfig, by: 'email' | 'sms'): number =>
  codeLengths?.[by] ?? codeLength;

export interface OneTimeCode {
  code: string;
}

/** What the error of a refused request says besides its failure, where too many were sent. */
export interface LimitFacts {
  /** When the next one is taken, in Unix milliseconds. */
  retryAt?: number;
}

/** A code that is typed, and how long it has to be. */
export const oneTimeCodeSchema = v.pipe(
  v.object({ code: v.string(), length: v.number() }),
  v.forward(
    v.check(
      ({ code, length }) => /^\d+$/.test(code) && code.length === length,
      ({ input: { length } }) => `Enter all ${length} digits.`,
    ),
    ['code'],
  ),
);
