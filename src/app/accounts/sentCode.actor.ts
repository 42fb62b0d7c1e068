import { fromPromise } from 'xstate';
import { isPhoneCode, type CodeKind, type EmailCodeKind } from '../../contract/accounts/sentCode.ts';
import { sentCodeMachine } from '../../machines/accounts/sentCode/sentCode.machine.ts';
import { href } from '../../router/href.ts';
import { resendCode, verifyCode } from '../../services/accounts/sentCode.ts';

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
    resendCode: fromPromise(({ input }) => resendCode({ ...input, linkTo: linkTo(input.kind, input.query) })),
  },
});
