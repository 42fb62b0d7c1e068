import type { Failure } from '../../contract/common/apiError.ts';
import type { Toast } from '../../contract/common/toast.ts';
import type { AppCommand } from './port.ts';

type ToastRequest = Extract<AppCommand, { type: 'toast.requested' }>;

/** The address names an organization that the user does not have. */
export const unknownOrganization: Toast = { tone: 'danger', title: 'This organization does not exist' };

export const successToast = (title: string): ToastRequest => ({
  type: 'toast.requested',
  toast: { tone: 'success', title },
});

/** For a failure that no screen shows. */
export const failureToast = (title: string, { message, requestId, guide }: Failure): ToastRequest => ({
  type: 'toast.requested',
  toast: {
    tone: 'danger',
    title,
    description: message,
    ...(requestId !== undefined && { requestId }),
    ...(guide !== undefined && { guide }),
  },
});
