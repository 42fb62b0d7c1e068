import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ssoSignInMachine } from '../../machines/accounts/ssoSignIn/ssoSignIn.machine.ts';
import { selectIsOpening } from '../../machines/accounts/ssoSignIn/ssoSignIn.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { EmailField } from './EmailField.tsx';

type SsoSignInFlow = ActorRefFrom<typeof ssoSignInMachine>;

function SsoForm({ flow }: { flow: SsoSignInFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not sign you in')} failure={explained(failure)} />
      )}
      <EmailField
        description="Use your work address. Its domain leads to your organization’s sign-in page."
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
      {use(CaptchaContext)}
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        Continue with SSO
      </Button>
    </form>
  );
}

/** Sign-in with the identity provider of an organization. */
export default function SsoSignInScreen({ flow }: { flow: SsoSignInFlow }) {
  const query = useQuery();
  return (
    <AccountsLayout
      title="Sign in with SSO"
      flow={flow}
      footer={<TextLink href={href('signIn', {}, query)}>Sign in another way</TextLink>}
    >
      {useSelector(flow, selectIsOpening) ? <p role="status">Signing you in…</p> : <SsoForm flow={flow} />}
    </AccountsLayout>
  );
}
