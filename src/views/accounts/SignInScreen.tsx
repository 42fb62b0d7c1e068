import { useSelector } from '@xstate/react';
import { use, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { signInMachine } from '../../machines/accounts/signIn/signIn.machine.ts';
import { selectLastMethod } from '../../machines/accounts/signIn/signIn.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextLink, textLinkClass } from '../ui/TextLink.tsx';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { EmailField } from './EmailField.tsx';
import { LastUsed } from './LastUsed.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';
import { explainedFrom, signInMeanings, titleFrom } from './signInFailure.ts';

const titleOf = titleFrom(signInMeanings);
const explained = explainedFrom(signInMeanings);

/** Ways to sign in other than on this page. */
const otherWays = [
  ['email', 'emailSignIn', 'by email'],
  ['phone', 'phoneSignIn', 'by phone'],
  ['sso', 'ssoSignIn', 'with SSO'],
] as const;

export default function SignInScreen({ flow }: { flow: ActorRefFrom<typeof signInMachine> }) {
  const {
    values: { email, password },
    fieldErrors,
    failure,
    busy,
    change,
    form,
  } = useForm(flow);
  const { auth, supportEmail } = useSelector(useApp(), selectConfig);
  const lastMethod = useSelector(flow, selectLastMethod);
  const query = useQuery();
  const [revealed, setRevealed] = useState(false);
  const touch = () => flow.send({ type: 'form.touched' });
  return (
    <AccountsLayout
      title="Sign in"
      flow={flow}
      footer={
        auth.signupDisabled ? undefined : (
          <>
            Don’t have an account? <TextLink href={href('signUp', {}, query)}>Sign up</TextLink>
          </>
        )
      }
      help={
        supportEmail !== undefined && (
          <>
            Trouble signing in? Contact{' '}
            <a className={textLinkClass} href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </>
        )
      }
    >
      <ProviderLinks last={lastMethod} />
      <form {...form} className={formClass}>
        {failure && <ErrorState title={titleOf(failure, 'Could not sign in')} failure={explained(failure)} />}
        <EmailField
          value={email}
          error={fieldErrors.email}
          readOnly={busy}
          onFocus={touch}
          onValueChange={(value) => change({ field: 'email', value })}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          aside={<TextLink href={href('forgotPassword', {}, query)}>Forgot password?</TextLink>}
          value={password}
          error={fieldErrors.password}
          readOnly={busy}
          onFocus={touch}
          onValueChange={(value) => change({ field: 'password', value })}
          revealed={revealed}
          onReveal={setRevealed}
        />
        {use(CaptchaContext)}
        <LastUsed isLast={lastMethod === 'password'}>
          <Button type="submit" variant="primary" size="large" block loading={busy}>
            Sign in
          </Button>
        </LastUsed>
        {otherWays.map(
          ([method, page, how]) =>
            (method === 'email' || auth[method]) && (
              <LastUsed key={method} isLast={lastMethod === method}>
                <ButtonLink href={href(page, {}, query)} size="large" block>
                  {`Sign in ${how}`}
                </ButtonLink>
              </LastUsed>
            ),
        )}
      </form>
    </AccountsLayout>
  );
}
