import type { Failure } from './apiError.ts';

/** The error that every service throws; `failureOf` turns it back into its plain failure. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly code: number | string;
  readonly description?: string;
  readonly requestId?: string;
  readonly guide?: string;
  readonly unanswered?: true;
  readonly fields?: Readonly<Record<string, string>>;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    if (failure.description !== undefined) this.description = failure.description;
    if (failure.requestId !== undefined) this.requestId = failure.requestId;
    if (failure.guide !== undefined) this.guide = failure.guide;
    if (failure.unanswered) this.unanswered = true;
    if (failure.fields !== undefined) this.fields = failure.fields;
  }
}
