import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import type { signUpMachine } from '../../machines/accounts/signUp/signUp.machine.ts';
import {
  selectFailure,
  selectIsBusy,
  selectIsClosed,
  selectIsEmpty,
  selectIsMailSent,
  selectFieldErrors,
  selectDisclosure,
  selectShowsRules,
  selectStrength,
  selectValues,
} from '../../machines/accounts/signUp/signUp.selectors.ts';
import type { disclosureMachine } from '../../machines/parts/disclosure/disclosure.machine.ts';
import { selectIsRevealed } from '../../machines/parts/disclosure/disclosure.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useFirstInvalid } from '../ui/focus/useFirstInvalid.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { PasswordRules } from './PasswordRules.tsx';

type SignUpFlow = ActorRefFrom<typeof signUpMachine>;

function SignUpForm({ flow, disclosure }: { flow: SignUpFlow; disclosure: ActorRefFrom<typeof disclosureMachine> }) {
  const values = useSelector(flow, selectValues);
  const strength = useSelector(flow, selectStrength);
  const fieldErrors = useSelector(flow, selectFieldErrors);
  const failure = useSelector(flow, selectFailure);
  const busy = useSelector(flow, selectIsBusy);
  const empty = useSelector(flow, selectIsEmpty);
  const showsRules = useSelector(flow, selectShowsRules);
  const revealed = useSelector(disclosure, selectIsRevealed);
  const form = useFirstInvalid(fieldErrors);
  return (
    <form
      ref={form}
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        flow.send({ type: 'form.submitted' });
      }}
    >
      {failure && (
        <ErrorState
          title={accountsFailureTitle(failure, 'The account could not be made')}
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
        onValueChange={(value) => flow.send({ type: 'field.changed', field: 'email', value })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={fieldErrors.password ?? (strength.verdict === 'tooLong' ? passwordTooLong.problem : undefined)}
        readOnly={busy}
        onValueChange={(value) => flow.send({ type: 'field.changed', field: 'password', value })}
        onFocus={() => flow.send({ type: 'password.focused' })}
        revealed={revealed}
        onReveal={(reveal) => disclosure.send({ type: reveal ? 'secret.revealed' : 'secret.concealed' })}
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
      title="Check your mail"
      actions={
        <Button size="small" onClick={() => flow.send({ type: 'form.reopened' })}>
          Use another address
        </Button>
      }
    >
      A link was sent to {email}. Open it to confirm that the address is yours, then sign in.
    </Alert>
  );
}

export default function SignUpScreen({ flow }: { flow: SignUpFlow }) {
  const disclosure = useSelector(flow, selectDisclosure);
  const mailSent = useSelector(flow, selectIsMailSent);
  const closed = useSelector(flow, selectIsClosed);
  const query = useQuery();
  return (
    <AccountsLayout
      title="Sign up"
      footer={
        <>
          Have an account? <TextLink href={href('signIn', {}, query)}>Sign in</TextLink>
        </>
      }
    >
      {closed && (
        <Alert variant="warning" title="Sign-up is closed">
          Whoever runs this server has turned it off. Ask them for an account.
        </Alert>
      )}
      {mailSent && <MailSent flow={flow} />}
      {!closed && !mailSent && disclosure && <SignUpForm flow={flow} disclosure={disclosure} />}
    </AccountsLayout>
  );
}
