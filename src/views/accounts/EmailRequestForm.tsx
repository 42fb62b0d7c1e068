import { use } from 'react';
import type { EmailRequest } from '../../contract/accounts/emailRequest.ts';
import type { FormContext } from '../../machines/parts/form.ts';
import { useForm, type FormFlow } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { formClass } from './AccountsLayout.tsx';
import { CaptchaContext } from './captcha.context.ts';
import { EmailField } from './EmailField.tsx';

/** The address to which an email is requested; `description` says what is in it. */
export function EmailRequestForm({
  flow,
  description,
}: {
  flow: FormFlow<FormContext<EmailRequest>>;
  description: string;
}) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not send the email')} failure={explained(failure)} />
      )}
      <EmailField
        description={description}
        value={values.email}
        error={fieldErrors.email}
        readOnly={busy}
        onValueChange={(value) => change({ field: 'email', value })}
      />
      {use(CaptchaContext)}
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        Send email
      </Button>
    </form>
  );
}
