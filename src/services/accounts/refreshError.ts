import type { Failure } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';

/** After these, a refresh may succeed later; status 0 is the network (specification, section 8). */
const retryableStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Why a refresh failed, and whether the session survives it. */
export class RefreshError extends FailureError {
  readonly retryable: boolean;

  constructor(failure: Failure, { status, cause }: { status: number; cause?: unknown }) {
    super(failure, { cause });
    this.retryable = retryableStatuses.has(status);
  }
}
