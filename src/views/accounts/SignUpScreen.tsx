import { useSelector } from '@xstate/react';
import { use, useId, useState } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import type { signUpMachine } from '../../machines/accounts/signUp/signUp.machine.ts';
import {
  selectCode,
  selectIsClosed,
  selectIsEmpty,
  selectIsMailSent,
  selectShowsRules,
  selectStrength,
} from '../../machines/accounts/signUp/signUp.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { useApp } from '../parts/app.context.ts';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { EmailField } from './EmailField.tsx';
import { PasswordRules } from './PasswordRules.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

// Its place stays when it is not needed, so that nothing moves while the user types.
const missing = css({ textStyle: 'small', color: 'muted', textAlign: 'center', textWrap: 'balance' });
const invisible = css({ visibility: 'hidden' });

type SignUpFlow = ActorRefFrom<typeof signUpMachine>;

function SignUpForm({ flow }: { flow: SignUpFlow }) {
  const strength = useSelector(flow, selectStrength);
  const empty = useSelector(flow, selectIsEmpty);
  const showsRules = useSelector(flow, selectShowsRules);
  const missingId = useId();
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
      <EmailField
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
      {use(CaptchaContext)}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={busy}
        // Screen readers reach it, and say why it is off. A click is also what Enter in a field does.
        aria-disabled={empty || undefined}
        aria-describedby={empty ? missingId : undefined}
        onClick={empty ? (event) => event.preventDefault() : undefined}
      >
        Sign up
      </Button>
      <p id={missingId} className={cx(missing, !empty && invisible)}>
        Enter your email address and a password to sign up.
      </p>
    </form>
  );
}

const titleOf = ({ platformMode, auth }: RuntimeConfig): string => {
  if (auth.firstUser !== true) return 'Sign up';
  return platformMode ? 'Create your account' : 'Create the owner account';
};

export default function SignUpScreen({ flow }: { flow: SignUpFlow }) {
  const mailSent = useSelector(flow, selectIsMailSent);
  const code = useSelector(flow, selectCode);
  const closed = useSelector(flow, selectIsClosed);
  const query = useQuery();
  const config = useSelector(useApp(), selectConfig);
  return (
    <AccountsLayout
      title={titleOf(config)}
      flow={flow}
      footer={
        <>
          Already have an account? <TextLink href={href('signIn', {}, query)}>Sign in</TextLink>
        </>
      }
    >
      {closed && (
        <Alert variant="warning" title="Sign-ups are disabled">
          {config.platformMode
            ? 'Ask the server administrator for an account.'
            : 'The first account owns a self-hosted server. Sign in with it, or ask the server administrator to enable sign-ups.'}
        </Alert>
      )}
      {code && <SentCodeForm code={code} onOtherAddress={() => flow.send({ type: 'form.reopened' })} />}
      {!closed && !mailSent && (
        <>
          <ProviderLinks />
          <SignUpForm flow={flow} />
        </>
      )}
    </AccountsLayout>
  );
}
