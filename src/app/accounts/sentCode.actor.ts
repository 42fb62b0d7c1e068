import { fromPromise } from 'xstate';
import type { PendingCodeKind } from '../../contract/accounts/pendingCode.ts';
import { isPhoneCode, type CodeKind, type EmailCodeKind } from '../../contract/accounts/sentCode.ts';
import type { AddressTyped, PendingCodeRead } from '../../machines/accounts/sentCode/pendingCode.ts';
import { sentCodeMachine } from '../../machines/accounts/sentCode/sentCode.machine.ts';
import { href } from '../../router/href.ts';
import { readPendingCode, storePendingCode } from '../../services/accounts/pendingCodes.ts';
import { resendCode, verifyCode } from '../../services/accounts/sentCode.ts';
import { storedValue } from '../parts/storedValue.ts';

const pageOf = {
  signup: 'confirmEmail',
  recovery: 'resetPassword',
  email: 'emailSignIn',
  email_change: 'confirmEmailChange',
} as const satisfies Readonly<Record<EmailCodeKind, string>>;

/** The page that the link of an email leads to, with the parameters that it keeps; an SMS has no link. */
export const linkTo = (kind: CodeKind, query: Readonly<Record<string, string>>): string =>
  isPhoneCode(kind) ? '' : href(pageOf[kind], {}, query);

/** The flow of a code with its services, as every flow runs it that has an email or an SMS sent. */
export const sentCode = sentCodeMachine.provide({
  actors: {
    verifyCode: fromPromise(({ input }) => verifyCode(input)),
    resendCode: fromPromise(({ input, signal }) =>
      resendCode({ ...input, linkTo: linkTo(input.kind, input.query) }, signal),
    ),
  },
});

/** Keeps the address of a code, and when its message was requested, for a reload. */
export const pendingCode = (kind: PendingCodeKind) =>
  storedValue<PendingCodeRead, AddressTyped>({
    read: () => ({ type: 'pendingCode.loaded', pending: readPendingCode(kind) }),
    write: ({ address }) => storePendingCode(kind, { address, sentAt: null }),
  });
