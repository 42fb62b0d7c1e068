import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { forgotPasswordMachine } from '../../machines/accounts/forgotPassword/forgotPassword.machine.ts';
import { selectCode } from '../../machines/accounts/forgotPassword/forgotPassword.selectors.ts';
import { href } from '../../router/href.ts';
import { useQuery } from '../../router/useLocation.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { AccountsLayout } from './AccountsLayout.tsx';
import { EmailRequestForm } from './EmailRequestForm.tsx';
import { SentCodeForm } from './SentCodeForm.tsx';

export default function ForgotPasswordScreen({ flow }: { flow: ActorRefFrom<typeof forgotPasswordMachine> }) {
  const code = useSelector(flow, selectCode);
  return (
    <AccountsLayout
      title="Forgot password"
      flow={flow}
      footer={
        <>
          Remember your password? <TextLink href={href('signIn', {}, useQuery())}>Sign in</TextLink>
        </>
      }
    >
      {code ? (
        <SentCodeForm code={code} onOtherAddress={() => flow.send({ type: 'form.reopened' })} />
      ) : (
        <EmailRequestForm
          flow={flow}
          description="If this address has an account, we send it a link and a code for a new password."
        />
      )}
    </AccountsLayout>
  );
}
