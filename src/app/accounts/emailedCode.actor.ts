import { fromPromise } from 'xstate';
import type { CodeKind } from '../../contract/accounts/emailedCode.ts';
import { emailedCodeMachine } from '../../machines/accounts/emailedCode/emailedCode.machine.ts';
import { href } from '../../router/href.ts';
import { resendEmail, verifyCode } from '../../services/accounts/emailedCode.ts';

const pageOf = {
  signup: 'confirmEmail',
  recovery: 'resetPassword',
  email: 'emailSignIn',
  email_change: 'confirmEmailChange',
} as const satisfies Readonly<Record<CodeKind, string>>;

/** The page that the link of an email leads to, with the parameters that it keeps. */
export const linkTo = (kind: CodeKind, query: Readonly<Record<string, string>>): string =>
  href(pageOf[kind], {}, query);

/** The flow of an emailed code with its services, as every flow runs it that has an email sent. */
export const emailedCode = emailedCodeMachine.provide({
  actors: {
    verifyCode: fromPromise(({ input }) => verifyCode(input)),
    resendEmail: fromPromise(({ input }) => resendEmail({ ...input, linkTo: linkTo(input.kind, input.query) })),
  },
});
