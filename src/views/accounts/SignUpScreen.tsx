import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import type { signUpMachine } from '../../machines/accounts/signUp/signUp.machine.ts';
import {
  selectIsClosed,
  selectIsEmpty,
  selectIsMailSent,
  selectShowsRules,
  selectStrength,
  selectValues,
} from '../../machines/accounts/signUp/signUp.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { PasswordRules } from './PasswordRules.tsx';

type SignUpFlow = ActorRefFrom<typeof signUpMachine>;

function SignUpForm({ flow }: { flow: SignUpFlow }) {
  const strength = useSelector(flow, selectStrength);
  const empty = useSelector(flow, selectIsEmpty);
  const showsRules = useSelector(flow, selectShowsRules);
  const [revealed, setRevealed] = useState(false);
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'Could not create the account')}
          failure={explained(failure)}
        />
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={fieldErrors.password ?? (strength.verdict === 'tooLong' ? passwordTooLong.problem : undefined)}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'password', value })}
        onFocus={() => flow.send({ type: 'password.focused' })}
        revealed={revealed}
        onReveal={setRevealed}
        description={
          showsRules ? (
            <div className={formClass}>
              <PasswordStrength strength={strength} warned={fieldErrors.password !== undefined} />
              <PasswordRules values={values} strength={strength} />
            </div>
          ) : undefined
        }
      />
      <Button type="submit" variant="primary" size="large" block loading={busy} disabled={empty}>
        Sign up
      </Button>
    </form>
  );
}

function MailSent({ flow }: { flow: SignUpFlow }) {
  const { email } = useSelector(flow, selectValues);
  return (
    <Alert
      variant="success"
      announce
      title="Check your email"
      actions={
        <Button size="small" onClick={() => flow.send({ type: 'form.reopened' })}>
          Use a different email
        </Button>
      }
    >
      We sent a confirmation link to {email}. Open it to verify your email address, then sign in.
    </Alert>
  );
}

export default function SignUpScreen({ flow }: { flow: SignUpFlow }) {
  const mailSent = useSelector(flow, selectIsMailSent);
  const closed = useSelector(flow, selectIsClosed);
  const query = useQuery();
  return (
    <AccountsLayout
      title="Sign up"
      footer={
        <>
          Already have an account? <TextLink href={href('signIn', {}, query)}>Sign in</TextLink>
        </>
      }
    >
      {closed && (
        <Alert variant="warning" title="Sign-ups are disabled">
          Ask the server administrator for an account.
        </Alert>
      )}
      {mailSent && <MailSent flow={flow} />}
      {!closed && !mailSent && <SignUpForm flow={flow} />}
    </AccountsLayout>
  );
}
