import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { SignInMethod } from '../../contract/accounts/session.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { formClass } from './AccountsLayout.tsx';
import { LastUsed } from './LastUsed.tsx';

const divider = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  color: 'muted',
  textStyle: 'small',
  _before: { content: '""', flex: '1', borderTop: 'hairline' },
  _after: { content: '""', flex: '1', borderTop: 'hairline' },
});

/** The services that users can sign in with, above the form; nothing where the server has none. */
export function ProviderLinks({ last = null }: { last?: SignInMethod | null }) {
  const { providers } = useSelector(useApp(), selectConfig).auth;
  const query = useQuery();
  if (!providers?.length) return null;
  return (
    <>
      <div className={formClass}>
        {providers.map(({ id, name }) => (
          <LastUsed key={id} isLast={last === id}>
            <ButtonLink href={href('externalSignIn', { provider: id }, query)} size="large" block>
              {`Continue with ${name}`}
            </ButtonLink>
          </LastUsed>
        ))}
      </div>
      <p className={divider}>or</p>
    </>
  );
}
