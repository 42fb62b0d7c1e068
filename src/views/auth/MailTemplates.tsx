import { useState } from 'react';
import { css } from 'styled-system/css';
import type { AuthConfig } from '../../contract/auth/authConfig.ts';
import {
  contentName,
  mailSamples,
  mailTemplateKinds,
  mailVariables,
  renderSubject,
  subjectName,
  type MailTemplateKind,
} from '../../contract/auth/mailTemplates.ts';
import { renderHtml } from '../../contract/auth/template.ts';
import type { AuthForm } from '../../machines/auth/authConfig/authForm.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { MailPreview } from './MailPreview.tsx';

const kindTitles: Readonly<Record<MailTemplateKind, string>> = {
  CONFIRMATION: 'Confirm sign-up',
  INVITE: 'Invite user',
  MAGIC_LINK: 'Magic link',
  RECOVERY: 'Reset password',
  EMAIL_CHANGE: 'Change email address',
  REAUTHENTICATION: 'Reauthentication',
};

const fields = css({ display: 'grid', gap: '4' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

interface MailTemplatesProps {
  config: AuthConfig;
  values: AuthForm;
  errors: Readonly<Partial<Record<keyof AuthForm, string>>>;
  readOnly: boolean;
  onChange: (name: keyof AuthForm, value: string) => void;
}

/** The text of each email of the app, with a preview. An empty setting stands for the server's own text. */
export function MailTemplates({ config, values, errors, readOnly, onChange }: MailTemplatesProps) {
  const [kind, setKind] = useState<MailTemplateKind>('CONFIRMATION');
  const own = config.MAILER_DEFAULTS[kind];
  const [subject, content] = [subjectName(kind), contentName(kind)];
  const [shownSubject, shownContent] = [values[subject] || own.subject, values[content] || own.content];
  const samples = mailSamples(kind, {
    siteUrl: config.SITE_URL,
    authUrl: config.CALLBACK_URL.replace(/\/callback$/, ''),
  });
  const isDefault = values[subject] === '' && values[content] === '';
  const keep = (name: typeof subject | typeof content, text: string, standard: string) =>
    onChange(name, text === standard ? '' : text);
  return (
    <>
      <Card title="Email">
        <div className={fields}>
          <SelectField
            label="Email"
            options={mailTemplateKinds.map((value) => ({ value, label: kindTitles[value] }))}
            value={kind}
            onValueChange={setKind}
          />
          <TextField
            label="Subject"
            name={subject}
            autoComplete="off"
            value={shownSubject}
            error={errors[subject]}
            readOnly={readOnly}
            onValueChange={(text) => keep(subject, text, own.subject)}
          />
          <TextAreaField
            label="Body"
            description={`HTML with these variables: ${mailVariables.map((name) => `{{ .${name}${name === 'Data' ? '.name' : ''} }}`).join(', ')}. What users wrote is escaped.`}
            name={content}
            mono
            rows={12}
            spellCheck={false}
            value={shownContent}
            error={errors[content]}
            readOnly={readOnly}
            onValueChange={(text) => keep(content, text, own.content)}
          />
          <div className={buttons}>
            <Button
              disabled={readOnly || isDefault}
              onClick={() => {
                onChange(subject, '');
                onChange(content, '');
              }}
            >
              Reset to default
            </Button>
          </div>
        </div>
      </Card>
      <Card title="Preview">
        <MailPreview subject={renderSubject(shownSubject, samples)} html={renderHtml(shownContent, samples)} />
      </Card>
    </>
  );
}
