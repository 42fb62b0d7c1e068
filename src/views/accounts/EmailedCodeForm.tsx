import { useSelector } from '@xstate/react';
import { use } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { codeLength } from '../../contract/accounts/oneTimeCode.ts';
import type { emailedCodeMachine } from '../../machines/accounts/emailedCode/emailedCode.machine.ts';
import {
  selectEmail,
  selectIsConditional,
  selectIsHalf,
  selectIsSending,
  selectOtherEmail,
  selectResendAt,
  selectResendFailure,
} from '../../machines/accounts/emailedCode/emailedCode.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { Countdown } from '../parts/Countdown.tsx';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { textLinkClass } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { CodeField } from './CodeField.tsx';

const choices = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const note = css({ color: 'muted', textStyle: 'small' });

export interface EmailedCodeFormProps {
  code: ActorRefFrom<typeof emailedCodeMachine>;
  /** The user mistyped the address. */
  onOtherEmail: () => void;
}

/** After an email was sent: its code, and what to do when it does not come. */
export function EmailedCodeForm({ code, onOtherEmail }: EmailedCodeFormProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(code);
  const captcha = use(CaptchaContext);
  const { auth } = useSelector(useApp(), selectConfig);
  const email = useSelector(code, selectEmail);
  const conditional = useSelector(code, selectIsConditional);
  const otherEmail = useSelector(code, selectOtherEmail);
  const half = useSelector(code, selectIsHalf);
  const resendAt = useSelector(code, selectResendAt);
  const resendFailure = useSelector(code, selectResendFailure);
  const sending = useSelector(code, selectIsSending);
  return (
    <form {...form} className={formClass}>
      {half ? (
        <Alert variant="success" announce title="One address has agreed">
          Now open the link in the email to the other address, or enter its code: we sent one to {email} and one to{' '}
          {otherEmail}.
        </Alert>
      ) : (
        <Alert variant="success" announce title="Check your email">
          {conditional ? `If ${email} has an account, we sent it` : `We sent ${email}`} a link and a {codeLength}-digit
          code. Open the link in this browser, or enter the code.
          {otherEmail !== null && ` Where both addresses must agree, ${otherEmail} has a link and a code too.`}
        </Alert>
      )}
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not verify the code')} failure={explained(failure)} />
      )}
      <CodeField
        value={values.code}
        error={fieldErrors.code}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'code', value })}
      />
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        Verify code
      </Button>
      {resendFailure && (
        <ErrorState
          title={accountsFailureTitle(resendFailure, 'Could not send the email')}
          failure={explained(resendFailure)}
        />
      )}
      <p className={note}>
        {auth.outbox !== undefined ? (
          <>
            This server does not send email. On the machine that runs it, the message is in the{' '}
            <a className={textLinkClass} href={auth.outbox} target="_blank" rel="noreferrer">
              outbox
            </a>
            .
          </>
        ) : (
          'No email? Check your spam folder and the address.'
        )}
      </p>
      {resendAt === null && captcha}
      <div className={choices}>
        <Button
          size="small"
          loading={sending}
          disabled={resendAt !== null}
          onClick={() => code.send({ type: 'email.requested' })}
        >
          {resendAt === null ? (
            'Send again'
          ) : (
            <>
              Send again in <Countdown until={resendAt} />
            </>
          )}
        </Button>
        <Button size="small" onClick={onOtherEmail}>
          Use a different email
        </Button>
      </div>
    </form>
  );
}
