import { css } from 'styled-system/css';
import type { OidcProviderChange } from '../../contract/auth/authConfig.ts';
import { readProviders, writeProviders } from '../../machines/auth/authConfig/authForm.ts';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';

const list = css({ display: 'grid', gap: '6', margin: '0', padding: '0', listStyle: 'none' });
const fields = css({ display: 'grid', gap: '3', margin: '0', padding: '0', border: '[0]' });
const title = css({ textStyle: 'label', marginBlockEnd: '2' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const note = css({ color: 'muted' });
const errorText = css({ color: 'danger' });

const empty: OidcProviderChange = { id: '', name: '', issuer: '', client_id: '', client_secret: '' };

const texts = [
  ['name', 'Name', 'Shown on your sign-in page.'],
  ['id', 'ID', 'Your app uses it to choose the provider.'],
  ['issuer', 'Issuer', 'The provider’s URL, such as https://login.example.com/realms/main.'],
  ['client_id', 'Client ID', undefined],
] as const;

interface OidcProvidersProps {
  /** As the form keeps them. */
  value: string;
  /** As they are stored. */
  stored: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** Any number of OpenID Connect providers, each with an issuer and a client of the app there. */
export function OidcProviders({ value, stored, error, readOnly, onChange }: OidcProvidersProps) {
  const providers = readProviders(value);
  const known = readProviders(stored);
  const put = (next: OidcProviderChange[]) => onChange(writeProviders(next));
  const edit = (index: number, change: Partial<OidcProviderChange>) =>
    put(providers.map((provider, at) => (at === index ? { ...provider, ...change } : provider)));
  return (
    <div className={fields}>
      {providers.length === 0 && <p className={note}>No OpenID Connect providers yet.</p>}
      <ol className={list}>
        {providers.map((provider, index) => (
          // eslint-disable-next-line react/no-array-index-key -- only its place tells a new provider from the others
          <li key={index}>
            <fieldset className={fields}>
              <legend className={title}>{provider.name || `Provider ${index + 1}`}</legend>
              {texts.map(([name, label, description]) => (
                <TextField
                  key={name}
                  label={label}
                  autoComplete="off"
                  spellCheck={false}
                  {...(description !== undefined && { description })}
                  value={provider[name]}
                  readOnly={readOnly}
                  onValueChange={(text) => edit(index, { [name]: text })}
                />
              ))}
              <PasswordField
                label="Client secret"
                autoComplete="off"
                description={
                  known.some(({ id, issuer }) => id === provider.id && issuer === provider.issuer)
                    ? 'A secret is stored. Enter a new one to replace it.'
                    : 'No secret is stored for this issuer.'
                }
                value={provider.client_secret ?? ''}
                readOnly={readOnly}
                onValueChange={(secret) => edit(index, { client_secret: secret })}
              />
              <div className={buttons}>
                <Button
                  disabled={readOnly}
                  aria-label={`Remove ${provider.name || `provider ${index + 1}`}`}
                  onClick={() => put(providers.filter((_, at) => at !== index))}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p className={errorText} role="alert">
          {error}
        </p>
      )}
      <div className={buttons}>
        <Button disabled={readOnly} onClick={() => put([...providers, empty])}>
          Add provider
        </Button>
      </div>
    </div>
  );
}
