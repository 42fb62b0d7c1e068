import { useState } from 'react';
import { css } from 'styled-system/css';
import type { AuthConfig } from '../../contract/auth/authConfig.ts';
import { grouped } from '../../contract/common/counts.ts';
import type { AuthForm } from '../../machines/auth/authConfig/authForm.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { wordsForSeconds, type AuthField } from './authFields.ts';
import { OidcProviders } from './OidcProviders.tsx';

const errorText = css({ color: 'danger' });

interface AuthSettingFieldProps {
  field: AuthField;
  config: AuthConfig;
  value: string | boolean;
  error: string | undefined;
  readOnly: boolean;
  onChange: (name: keyof AuthForm, value: string | boolean) => void;
}

/** While the server sends the emails, its own limits hold. */
function limitOfServer({ name }: AuthField, config: AuthConfig): string | null {
  if (config.ENABLE_SMTP || !config.SERVER_SENDS_EMAILS) return null;
  const { SERVER_RATE_LIMIT_EMAIL_SENT: limit, SERVER_SMTP_MAX_FREQUENCY: frequency } = config;
  if (name === 'RATE_LIMIT_EMAIL_SENT' && limit > 0)
    return `At most ${grouped(limit)} while this server sends your emails. Set up SMTP to send more.`;
  if (name === 'SMTP_MAX_FREQUENCY' && frequency > 0)
    return `At least ${grouped(frequency)} while this server sends your emails.`;
  return null;
}

function SecretField({ field, config, value, error, readOnly, onChange }: AuthSettingFieldProps & { value: string }) {
  const [revealed, setRevealed] = useState(false);
  const isStored = config.SECRETS_SET.some((name) => name === field.name);
  return (
    <PasswordField
      label={field.label}
      name={field.name}
      autoComplete="off"
      description={[
        isStored ? 'A secret is stored. Enter a new one to replace it.' : 'No secret is stored.',
        field.kind === 'hookSecret' &&
          'Signs the requests. Enter v1,whsec_ followed by 32 random bytes in base64, for example from openssl rand -base64 32. Separate several with |.',
      ]
        .filter(Boolean)
        .join(' ')}
      value={value}
      error={error}
      readOnly={readOnly}
      onValueChange={(text) => onChange(field.name, text)}
      revealed={revealed}
      onReveal={setRevealed}
    />
  );
}

/** A setting, as its row of data says. */
export function AuthSettingField(props: AuthSettingFieldProps) {
  const { field, config, value, error, readOnly, onChange } = props;
  const { name, label, kind, inverted = false, options = [] } = field;
  if (typeof value === 'boolean')
    return (
      <Checkbox
        label={label}
        description={
          error === undefined ? (
            field.description
          ) : (
            <>
              {field.description}{' '}
              <span className={errorText} role="alert">
                {error}
              </span>
            </>
          )
        }
        name={name}
        checked={value !== inverted}
        disabled={readOnly}
        onCheckedChange={(checked) => onChange(name, checked !== inverted)}
      />
    );
  const description = [
    field.description,
    limitOfServer(field, config),
    kind === 'seconds' && wordsForSeconds(value) !== null ? `Currently ${wordsForSeconds(value)}.` : null,
  ]
    .filter((sentence) => sentence != null)
    .join(' ');
  const shared = {
    label,
    name,
    value,
    error,
    ...(description !== '' && { description }),
    onValueChange: (text: string) => onChange(name, text),
  };
  switch (kind) {
    case 'providers':
      return (
        <OidcProviders
          value={value}
          stored={JSON.stringify(config.EXTERNAL_OIDC_PROVIDERS)}
          error={error}
          readOnly={readOnly}
          onChange={(text) => onChange(name, text)}
        />
      );
    case 'hookSecret':
    case 'secret':
      return <SecretField {...props} value={value} />;
    case 'lines':
      return <TextAreaField {...shared} rows={4} spellCheck={false} readOnly={readOnly} />;
    case 'choice':
      return (
        <SelectField
          {...shared}
          disabled={readOnly}
          options={
            options.some((option) => option.value === value) ? options : [...options, { value, label: 'Custom' }]
          }
        />
      );
    default:
      return (
        <TextField
          {...shared}
          autoComplete="off"
          readOnly={readOnly}
          {...(kind !== undefined && { inputMode: 'numeric' as const })}
        />
      );
  }
}
