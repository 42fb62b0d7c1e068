import * as v from 'valibot';
import { renderText, unknownActions, type TemplateValues } from './template.ts';

/** The mails whose text a project can change. */
export const mailTemplateKinds = [
  'CONFIRMATION',
  'INVITE',
  'MAGIC_LINK',
  'RECOVERY',
  'EMAIL_CHANGE',
  'REAUTHENTICATION',
] as const;
export type MailTemplateKind = (typeof mailTemplateKinds)[number];

/** The settings that hold the subject and the HTML of a mail. */
export const subjectName = <Kind extends MailTemplateKind>(kind: Kind) => `MAILER_SUBJECTS_${kind}` as const;
export const contentName = <Kind extends MailTemplateKind>(kind: Kind) => `MAILER_TEMPLATES_${kind}_CONTENT` as const;
export type SubjectName = ReturnType<typeof subjectName<MailTemplateKind>>;
export type ContentName = ReturnType<typeof contentName<MailTemplateKind>>;
export const subjectNames: readonly SubjectName[] = mailTemplateKinds.map((kind) => subjectName(kind));
export const contentNames: readonly ContentName[] = mailTemplateKinds.map((kind) => contentName(kind));

/** What a template may show, named like the reference's variables. */
export const mailVariables = [
  'ConfirmationURL',
  'Token',
  'TokenHash',
  'Email',
  'NewEmail',
  'SendingTo',
  'SiteURL',
  'RedirectTo',
  'Data',
] as const;
type MailVariableName = (typeof mailVariables)[number];

const subjectMaxLength = 255;
const contentMaxLength = 65_536;

const knownOnly = (variables: readonly string[]) =>
  v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => unknownActions(text, variables).length === 0,
    ({ input }) =>
      `The template cannot use ${unknownActions(input, variables)[0]?.slice(0, 60)}. Use the variables that are listed here.`,
  );

export const subjectTemplate = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(subjectMaxLength, 'Use at most 255 characters.'),
  v.check((text) => !/\p{Cc}/u.test(text), 'Use printable characters only.'),
  knownOnly(mailVariables),
);

export const contentTemplate = v.pipe(
  v.string(),
  v.maxLength(contentMaxLength, 'Use at most 65,536 characters.'),
  v.check((text) => !text.includes('\0'), 'Use printable characters only.'),
  knownOnly(mailVariables),
);

export interface MailTemplate {
  subject: string;
  content: string;
}

/** What a preview shows in place of a user's own values. */
export const mailSamples = (kind: MailTemplateKind, { siteUrl, authUrl }: { siteUrl: string; authUrl: string }) => {
  const token = 'c1f5d1b2a0';
  return {
    ConfirmationURL: `${authUrl}/verify?token=${token}&type=signup&redirect_to=${encodeURIComponent(siteUrl)}`,
    Token: '123456',
    TokenHash: token,
    Email: 'ada@example.com',
    NewEmail: kind === 'EMAIL_CHANGE' ? 'ada.lovelace@example.com' : 'ada@example.com',
    SendingTo: 'ada@example.com',
    SiteURL: siteUrl,
    RedirectTo: siteUrl,
    Data: { name: 'Ada Lovelace' },
  } satisfies Record<MailVariableName, unknown>;
};

/** A subject in one line: what a user wrote must not add a header. */
export const renderSubject = (template: string, values: TemplateValues): string =>
  renderText(template, values).replaceAll(/\p{Cc}+/gu, ' ');

/** The text of an SMS, which has one variable. */
export const smsTemplate = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(300, 'Use at most 300 characters.'),
  v.check((text) => !/\p{Cc}/u.test(text), 'Use printable characters only.'),
  knownOnly(['Code']),
  v.check((text) => text === '' || /\{\{\s*\.Code\s*\}\}/.test(text), 'Show the code with {{ .Code }}.'),
);
export const smsTemplateDefault = 'Your code is {{ .Code }}';
