import type { Failure } from './apiError.ts';

/** The error that every service throws; `failureOf` turns it back into its plain failure. */
export class FailureError extends Error implements Failure {
  override readonly name = 'FailureError';
  declare readonly code: number | string;
  declare readonly description?: string;
  declare readonly requestId?: string;
  declare readonly guide?: string;
  declare readonly unanswered?: true;
  declare readonly fields?: Readonly<Record<string, string>>;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    Object.assign(this, failure);
  }
}
