import { useSelector } from '@xstate/react';
import { use, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { phoneSignInMachine } from '../../machines/accounts/phoneSignIn/phoneSignIn.machine.ts';
import { selectCode, selectIsRequesting } from '../../machines/accounts/phoneSignIn/phoneSignIn.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { phoneExplained, phoneFailureTitle } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { PhoneField } from './PhoneField.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

type PhoneSignInFlow = ActorRefFrom<typeof phoneSignInMachine>;

function PhoneForm({ flow }: { flow: PhoneSignInFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const requesting = useSelector(flow, selectIsRequesting);
  const [revealed, setRevealed] = useState(false);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState title={phoneFailureTitle(failure, 'Could not sign in')} failure={phoneExplained(failure)} />
      )}
      <PhoneField
        value={values.phone}
        error={fieldErrors.phone}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'phone', value })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        error={fieldErrors.password}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'password', value })}
        revealed={revealed}
        onReveal={setRevealed}
      />
      {use(CaptchaContext)}
      <Button type="submit" variant="primary" size="large" block loading={busy && !requesting} disabled={requesting}>
        Sign in
      </Button>
      <Button
        size="large"
        block
        loading={requesting}
        disabled={busy && !requesting}
        onClick={() => flow.send({ type: 'code.requested' })}
      >
        Send code by SMS
      </Button>
    </form>
  );
}

/** Sign-in with a phone number: with a password, or with a code. */
export default function PhoneSignInScreen({ flow }: { flow: PhoneSignInFlow }) {
  const code = useSelector(flow, selectCode);
  return (
    <AccountsLayout
      title="Sign in by phone"
      flow={flow}
      footer={<TextLink href={href('signIn', {}, useQuery())}>Sign in another way</TextLink>}
    >
      {code ? (
        <SentCodeForm code={code} onOtherAddress={() => flow.send({ type: 'form.reopened' })} />
      ) : (
        <PhoneForm flow={flow} />
      )}
    </AccountsLayout>
  );
}
