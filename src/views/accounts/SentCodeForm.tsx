import { useSelector } from '@xstate/react';
import { use } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { sentCodeMachine } from '../../machines/accounts/sentCode/sentCode.machine.ts';
import {
  selectAddress,
  selectCodeLength,
  selectIsConditional,
  selectIsHalf,
  selectIsSending,
  selectIsSms,
  selectLimitedUntil,
  selectOtherAddress,
  selectResendAt,
  selectResendFailure,
} from '../../machines/accounts/sentCode/sentCode.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { Countdown } from '../parts/Countdown.tsx';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { textLinkClass } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained, phoneExplained, phoneFailureTitle } from './accountsFailure.ts';
import { formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { CodeField } from './CodeField.tsx';

const choices = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const note = css({ color: 'muted', textStyle: 'small' });

interface SentCodeFormProps {
  code: ActorRefFrom<typeof sentCodeMachine>;
  /** The user mistyped the address. */
  onOtherAddress: () => void;
}

/** After an email or an SMS was sent: its code, and what to do when it does not come. */
export function SentCodeForm({ code, onOtherAddress }: SentCodeFormProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(code);
  const captcha = use(CaptchaContext);
  const { auth } = useSelector(useApp(), selectConfig);
  const address = useSelector(code, selectAddress);
  const codeLength = useSelector(code, selectCodeLength);
  const sms = useSelector(code, selectIsSms);
  const [titleOf, explain] = sms ? [phoneFailureTitle, phoneExplained] : [accountsFailureTitle, explained];
  const conditional = useSelector(code, selectIsConditional);
  const otherAddress = useSelector(code, selectOtherAddress);
  const half = useSelector(code, selectIsHalf);
  const resendAt = useSelector(code, selectResendAt);
  const limitedUntil = useSelector(code, selectLimitedUntil);
  const resendFailure = useSelector(code, selectResendFailure);
  const sending = useSelector(code, selectIsSending);
  return (
    <form {...form} className={formClass}>
      {half ? (
        <Alert variant="success" announce title="One address has agreed">
          Now open the link in the email to the other address, or enter its code: we sent one to {address} and one to{' '}
          {otherAddress}.
        </Alert>
      ) : (
        <Alert variant="success" announce title={sms ? 'Check your phone' : 'Check your email'}>
          {conditional ? `If ${address} has an account, we sent it` : `We sent ${address}`}{' '}
          {sms
            ? `a ${codeLength}-digit code. Enter it here.`
            : `a link and a ${codeLength}-digit code. Open the link in this browser, or enter the code.`}
          {otherAddress !== null && ` If both addresses must confirm, ${otherAddress} gets a link and a code too.`}
        </Alert>
      )}
      {failure && (
        <ErrorState
          title={titleOf(failure, 'Could not verify the code')}
          failure={
            limitedUntil === null
              ? explain(failure)
              : { ...failure, message: 'The button shows when you can try again.' }
          }
        />
      )}
      <CodeField
        value={values.code}
        error={fieldErrors.code}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'code', value })}
      />
      <Button type="submit" variant="primary" size="large" block loading={busy} disabled={limitedUntil !== null}>
        {limitedUntil === null ? (
          'Verify code'
        ) : (
          <>
            Verify code in <Countdown until={limitedUntil} />
          </>
        )}
      </Button>
      {resendFailure && (
        <ErrorState
          title={titleOf(resendFailure, sms ? 'Could not send the SMS' : 'Could not send the email')}
          failure={explain(resendFailure)}
        />
      )}
      <p className={note}>
        {auth.outbox !== undefined ? (
          <>
            {sms
              ? 'If this server has no SMS provider, the message is on the machine that runs it, in the'
              : 'This server does not send email. On the machine that runs it, the message is in the'}{' '}
            <a className={textLinkClass} href={auth.outbox} target="_blank" rel="noreferrer">
              outbox
            </a>
            .
          </>
        ) : (
          `No ${sms ? 'SMS? Check the number' : 'email? Check your spam folder and the address'}.`
        )}
      </p>
      {resendAt === null && captcha}
      <div className={choices}>
        <Button
          size="small"
          loading={sending}
          disabled={resendAt !== null}
          onClick={() => code.send({ type: 'resend.requested' })}
        >
          {resendAt === null ? (
            'Send again'
          ) : (
            <>
              Send again in <Countdown until={resendAt} />
            </>
          )}
        </Button>
        <Button size="small" onClick={onOtherAddress}>
          {sms ? 'Use a different number' : 'Use a different email'}
        </Button>
      </div>
    </form>
  );
}
