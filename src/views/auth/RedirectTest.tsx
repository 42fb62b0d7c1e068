import { useState } from 'react';
import { css } from 'styled-system/css';
import { chooseRedirect } from '../../contract/auth/redirectRules.ts';
import type { AuthForm } from '../../machines/auth/authConfig/authForm.ts';
import { Card } from '../ui/Card.tsx';
import { TextField } from '../ui/TextField.tsx';

const fields = css({ display: 'grid', gap: '3' });

/** Where a link leads that asks for an address, by the rules of the auth service and the settings on the screen. */
export function RedirectTest({ values }: { values: Pick<AuthForm, 'SITE_URL' | 'URI_ALLOW_LIST'> }) {
  const [asked, setAsked] = useState('');
  const { SITE_URL: siteUrl, URI_ALLOW_LIST: list } = values;
  const redirectAllowList = list.split(/[,\n]/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const outcome = () => {
    if (!URL.canParse(siteUrl)) return 'Enter the site URL first.';
    const isAllowed = chooseRedirect({ siteUrl, redirectAllowList }, asked.trim()) === asked.trim();
    return isAllowed ? 'Allowed. The link goes there.' : `Not allowed. The link goes to ${siteUrl}.`;
  };
  return (
    <Card title="Test a redirect URL">
      <div className={fields}>
        <TextField
          label="URL to test"
          autoComplete="off"
          spellCheck={false}
          description="Checked against the URLs above, including unsaved changes."
          value={asked}
          onValueChange={setAsked}
        />
        <p role="status">{asked.trim() !== '' && outcome()}</p>
      </div>
    </Card>
  );
}
