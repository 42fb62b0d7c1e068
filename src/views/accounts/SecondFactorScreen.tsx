import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { secondFactorMachine } from '../../machines/accounts/secondFactor/secondFactor.machine.ts';
import {
  selectChosen,
  selectFactors,
  selectIsLoading,
  selectLoadFailure,
} from '../../machines/accounts/secondFactor/secondFactor.selectors.ts';
import { href } from '../../router/href.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { AccountsLayout, formClass } from './AccountsLayout.tsx';
import { CodeField } from './CodeField.tsx';

/** As high as the form of one app: what is below it must not move away from a pointer when the apps arrive. */
const loadingClass = css({ minHeight: '[calc({sizes.24} + {sizes.10})]' });

type SecondFactorFlow = ActorRefFrom<typeof secondFactorMachine>;

function FactorForm({ flow }: { flow: SecondFactorFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const factors = useSelector(flow, selectFactors);
  const chosen = useSelector(flow, selectChosen);
  return (
    <form {...form} className={formClass}>
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not verify the code')} failure={explained(failure)} />
      )}
      {factors.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={chosen}
          disabled={busy}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={(id) => flow.send({ type: 'factor.chosen', id })}
        />
      )}
      <CodeField
        value={values.code}
        error={fieldErrors.code}
        readOnly={busy}
        description={
          factors.length === 1
            ? `Enter the code that ${factors[0]?.name} shows for Basechart.`
            : 'Enter the code that this app shows for Basechart.'
        }
        onValueChange={(value) => change({ field: 'code', value })}
      />
      <Button type="submit" variant="primary" size="large" block loading={busy}>
        Verify code
      </Button>
    </form>
  );
}

export default function SecondFactorScreen({ flow }: { flow: SecondFactorFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const loadFailure = useSelector(flow, selectLoadFailure);
  return (
    <AccountsLayout
      title="Two-step verification"
      flow={flow}
      footer={<TextLink href={href('signOut')}>Cancel and sign out</TextLink>}
    >
      {loading && (
        <p role="status" className={loadingClass}>
          Loading your authenticator apps…
        </p>
      )}
      {loadFailure && (
        <ErrorState
          title="Could not load your authenticator apps"
          failure={loadFailure}
          onRetry={() => flow.send({ type: 'factors.retried' })}
        />
      )}
      {!loading && !loadFailure && <FactorForm flow={flow} />}
    </AccountsLayout>
  );
}
