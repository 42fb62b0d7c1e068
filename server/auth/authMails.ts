import {
  mailTemplateKinds,
  mailVariables,
  renderSubject,
  type MailTemplate,
  type MailTemplateKind,
} from '../../src/contract/auth/mailTemplates.ts';
import { renderHtml, textOfHtml } from '../../src/contract/auth/template.ts';
import { layoutHtml, layoutText, type MailContent } from '../mail/layout.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailTokenKind } from './auth.tables.ts';

/** The values that a mail of the auth service may show, named like those of the reference's templates. */
interface MailVariables {
  ConfirmationURL: string;
  Token: string;
  /** The token of the link. */
  TokenHash: string;
  /** The user's current address. */
  Email: string;
  /** The address that the user changes to; the current one in other mails. */
  NewEmail: string;
  /** The address that receives the mail. */
  SendingTo: string;
  SiteURL: string;
  RedirectTo: string;
  /** The user's own metadata. */
  Data: Readonly<Record<string, unknown>>;
}

/** What a project's mails say in place of this server's texts. */
export type MailTemplates = Readonly<Partial<Record<MailTemplateKind, Partial<MailTemplate>>>>;

const templateKinds: Readonly<Record<MailTokenKind, MailTemplateKind>> = {
  confirmation: 'CONFIRMATION',
  invite: 'INVITE',
  recovery: 'RECOVERY',
  magic_link: 'MAGIC_LINK',
  email_change_current: 'EMAIL_CHANGE',
  email_change_new: 'EMAIL_CHANGE',
  reauthentication: 'REAUTHENTICATION',
};

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

const contents: Readonly<
  Record<MailTokenKind, (variables: MailVariables) => { subject: string; content: MailContent }>
> = {
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
      footer: `${ignoreIt} Your password does not change.`,
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

/** The mail with a one-time token, in the words of the template where there is one. */
export async function composeAuthMail(
  kind: MailTokenKind,
  variables: MailVariables,
  templates: MailTemplates,
): Promise<Mail> {
  const own = templates[templateKinds[kind]] ?? {};
  const values = { ...variables };
  const { subject, content } = contents[kind](variables);
  const html = own.content === undefined ? await layoutHtml(content) : renderHtml(own.content, values);
  return {
    to: variables.SendingTo,
    subject: own.subject === undefined ? subject : renderSubject(own.subject, values),
    text: own.content === undefined ? layoutText(content) : textOfHtml(html),
    html,
  };
}

/** Each variable as a template writes it. */
const placeholders = Object.fromEntries(
  mailVariables.map((name) => [name, `{{ .${name} }}`]),
) as unknown as MailVariables;

/** An apostrophe means nothing outside attributes, which are quoted: a person edits this text. */
const sourceOf = async (content: MailContent): Promise<string> => (await layoutHtml(content)).replaceAll('&#39;', "'");

/** This server's own texts as templates, for developers to begin with. */
export const defaultTemplates = async (): Promise<Record<MailTemplateKind, MailTemplate>> => {
  const shown = {
    CONFIRMATION: contents.confirmation(placeholders),
    INVITE: contents.invite(placeholders),
    MAGIC_LINK: contents.magic_link(placeholders),
    RECOVERY: contents.recovery(placeholders),
    EMAIL_CHANGE: changeOfEmail(placeholders, 'Confirm that you want this.'),
    REAUTHENTICATION: contents.reauthentication(placeholders),
  };
  const kinds = await Promise.all(
    mailTemplateKinds.map(
      async (kind) => [kind, { subject: shown[kind].subject, content: await sourceOf(shown[kind].content) }] as const,
    ),
  );
  return Object.fromEntries(kinds) as Record<MailTemplateKind, MailTemplate>;
};
