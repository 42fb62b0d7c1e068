import type { Failure } from '../../contract/common/apiError.ts';
import type { AppCommand } from './port.ts';

type ToastRequest = Extract<AppCommand, { type: 'toast.requested' }>;

export const successToast = (title: string): ToastRequest => ({
  type: 'toast.requested',
  toast: { tone: 'success', title },
});

/** For a failure that no screen shows. */
export const failureToast = (title: string, { message, requestId }: Failure): ToastRequest => ({
  type: 'toast.requested',
  toast: { tone: 'danger', title, description: message, ...(requestId !== undefined && { requestId }) },
});
