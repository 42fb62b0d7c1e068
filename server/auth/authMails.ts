import { layoutHtml, layoutText, type MailContent } from '../mail/layout.ts';
import type { Mail } from '../mail/mailer.ts';
import type { TokenKind } from './auth.tables.ts';

/** The values that a mail of the auth service may show, named like those of the reference's templates. */
export interface MailVariables {
  ConfirmationURL: string;
  Token: string;
  /** The user's current address. */
  Email: string;
  /** The address that the user changes to; the current one in other mails. */
  NewEmail: string;
  SiteURL: string;
}

const orCode = ({ Token }: MailVariables) => ({ introduction: 'Or enter this code:', value: Token });
const ignoreIt = 'If you did not request this, ignore this email. Do not forward it: it gives access to your account.';

const changeOfEmail = (variables: MailVariables, asked: string): { subject: string; content: MailContent } => ({
  subject: 'Confirm the change of your email address',
  content: {
    heading: 'Confirm the change of your email address',
    paragraphs: [
      variables.Email === ''
        ? `Your account at ${variables.SiteURL} gets the email address ${variables.NewEmail}.`
        : `The email address of your account at ${variables.SiteURL} changes from ${variables.Email} to ${variables.NewEmail}.`,
      asked,
    ],
    action: { label: 'Confirm change', url: variables.ConfirmationURL },
    code: orCode(variables),
    footer: ignoreIt,
  },
});

const contents: Readonly<Record<TokenKind, (variables: MailVariables) => { subject: string; content: MailContent }>> = {
  confirmation: (variables) => ({
    subject: 'Confirm your email address',
    content: {
      heading: 'Confirm your email address',
      paragraphs: [`Confirm that ${variables.Email} is your address to finish signing up at ${variables.SiteURL}.`],
      action: { label: 'Confirm email address', url: variables.ConfirmationURL },
      code: orCode(variables),
      footer: 'If you did not sign up, ignore this email.',
    },
  }),
  invite: (variables) => ({
    subject: 'You are invited',
    content: {
      heading: 'You are invited',
      paragraphs: [`Someone who runs ${variables.SiteURL} invites ${variables.Email} to create an account there.`],
      action: { label: 'Accept the invitation', url: variables.ConfirmationURL },
      code: orCode(variables),
      footer: 'If you do not want an account, ignore this email.',
    },
  }),
  recovery: (variables) => ({
    subject: 'Reset your password',
    content: {
      heading: 'Reset your password',
      paragraphs: [`Choose a new password for ${variables.Email} at ${variables.SiteURL}.`],
      action: { label: 'Reset password', url: variables.ConfirmationURL },
      code: orCode(variables),
      footer: `${ignoreIt} Your password stays as it is.`,
    },
  }),
  magic_link: (variables) => ({
    subject: 'Your sign-in link',
    content: {
      heading: 'Sign in',
      paragraphs: [`This link signs you in as ${variables.Email} at ${variables.SiteURL}. It works once.`],
      action: { label: 'Sign in', url: variables.ConfirmationURL },
      code: orCode(variables),
      footer: ignoreIt,
    },
  }),
  email_change_current: (variables) =>
    changeOfEmail(variables, 'Confirm that you want this. The new address receives an email too.'),
  email_change_new: (variables) => changeOfEmail(variables, 'Confirm that the new address is yours.'),
  reauthentication: ({ SiteURL, Email, Token }) => ({
    subject: 'Your confirmation code',
    content: {
      heading: 'Your confirmation code',
      paragraphs: [`${SiteURL} asks for this code before it changes the account ${Email}.`],
      code: { introduction: 'Enter this code:', value: Token },
      footer: 'If you did not request this, change your password: another person may be signed in as you.',
    },
  }),
};

/** The mail with a one-time token. */
export async function composeAuthMail(kind: TokenKind, to: string, variables: MailVariables): Promise<Mail> {
  const { subject, content } = contents[kind](variables);
  return { to, subject, text: layoutText(content), html: await layoutHtml(content) };
}
