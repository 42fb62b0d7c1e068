import { useSelector } from '@xstate/react';
import Smartphone from 'lucide-react/icons/smartphone';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { factorSetupMachine } from '../../machines/accounts/factorSetup/factorSetup.machine.ts';
import { selectEnrollment } from '../../machines/accounts/factorSetup/factorSetup.selectors.ts';
import type { secondFactorsMachine } from '../../machines/accounts/secondFactors/secondFactors.machine.ts';
import {
  selectBegun,
  selectCheck,
  selectFactors,
  selectIsLoading,
  selectLoadFailure,
  selectRemoved,
  selectSetup,
} from '../../machines/accounts/secondFactors/secondFactors.selectors.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useConfirm } from '../parts/useConfirm.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time } from '../ui/Time.tsx';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { formClass } from './AccountsLayout.tsx';
import { accountForm } from './accountStyles.ts';
import { CodeField } from './CodeField.tsx';
import { IdentityCheck } from './IdentityCheck.tsx';

type SecondFactorsFlow = ActorRefFrom<typeof secondFactorsMachine>;

const setup = css({
  display: 'grid',
  gridTemplateColumns: { base: '[auto minmax(0, 1fr)]', smDown: '[minmax(0, 1fr)]' },
  gap: '6',
  alignItems: 'start',
});
// Dark on light in every theme: many phones cannot scan the reverse.
const image = css({ boxSize: '[11rem]', padding: '2', background: '[white]', borderRadius: 'medium' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

/** In groups of four, as authenticator apps show it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function FactorSetup({
  flow,
  onCancel,
}: {
  flow: ActorRefFrom<typeof factorSetupMachine>;
  onCancel: () => void;
}) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const { secret, secretImage } = useSelector(flow, selectEnrollment);
  return (
    <Card title="Add an authenticator app">
      <div className={setup}>
        <img className={image} src={secretImage} alt="QR code with the setup key" />
        <form {...form} className={formClass}>
          <p>Scan the QR code with the app, or type the setup key into it. Then enter the code that the app shows.</p>
          <TextField
            label="Setup key"
            value={grouped(secret)}
            aside={<CopyButton what="the setup key" text={secret} />}
          />
          {failure && (
            <ErrorState
              title={accountsFailureTitle(failure, 'Could not verify the code')}
              failure={explained(failure)}
            />
          )}
          <CodeField
            value={values.code}
            error={fieldErrors.code}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'code', value })}
          />
          <div className={buttons}>
            <Button type="submit" variant="primary" loading={busy}>
              Verify code
            </Button>
            <Button disabled={busy} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </Card>
  );
}

/** The secret was shown on a page that is gone, so that the setup can only begin again. */
function BegunSetup({ flow }: { flow: SecondFactorsFlow }) {
  const begun = useSelector(flow, selectBegun);
  const { busy } = useForm(flow);
  if (begun === null) return null;
  return (
    <Alert
      variant="warning"
      title={`The setup of ${begun.name} is not finished`}
      actions={
        <>
          <Button size="small" disabled={busy} onClick={() => flow.send({ type: 'setup.restarted' })}>
            Start again
          </Button>
          <Button size="small" disabled={busy} onClick={() => flow.send({ type: 'setup.discarded' })}>
            Discard
          </Button>
        </>
      }
    >
      Its setup key was shown once and is not stored in this browser. Start again to get another one, and delete the
      first entry from the app if you have scanned it.
    </Alert>
  );
}

function AddForm({ flow }: { flow: SecondFactorsFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <Card title="Add an authenticator app">
      <form {...form} className={accountForm}>
        {failure && (
          <ErrorState title={accountsFailureTitle(failure, 'Could not add the app')} failure={explained(failure)} />
        )}
        <TextField
          label="App name"
          name="name"
          autoComplete="off"
          description="To tell your apps apart, for example “Phone”."
          value={values.name}
          error={fieldErrors.name}
          readOnly={busy}
          onValueChange={(value) => change({ field: 'name', value })}
        />
        <Button type="submit" variant="primary" loading={busy}>
          Continue
        </Button>
      </form>
    </Card>
  );
}

function FactorList({ flow }: { flow: SecondFactorsFlow }) {
  const factors = useSelector(flow, selectFactors);
  if (factors.length === 0)
    return (
      <Card>
        <EmptyState icon={<Smartphone />} title="No authenticator apps yet">
          With an app, a stolen password is not enough to sign in as you.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <ul className={rowList} aria-label="Authenticator apps">
        {factors.map((factor) => (
          <li key={factor.id} className={listRow}>
            <div className={rowFacts}>
              <span className={rowName}>{factor.name}</span>
              <p className={rowNote}>
                Added <Time value={factor.addedAt} detail="day" />
              </p>
            </div>
            <Button
              size="small"
              aria-label={`Remove ${factor.name}`}
              onClick={() => flow.send({ type: 'removal.requested', factor })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RemovalDialog({ flow }: { flow: SecondFactorsFlow }) {
  const removed = useSelector(flow, selectRemoved);
  const isLast = useSelector(flow, selectFactors).length === 1;
  const { dialog, failure } = useConfirm(flow);
  return (
    <ConfirmDialog
      {...dialog}
      variant="danger"
      title={`Remove ${removed?.name ?? ''}?`}
      confirmLabel="Remove app"
      description={
        isLast
          ? 'This turns off two-step verification: your password alone is then enough to sign in.'
          : 'Codes from this app are no longer accepted. You may have to enter a code from another one.'
      }
    >
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not remove the app')} failure={explained(failure)} />
      )}
    </ConfirmDialog>
  );
}

/** The user's authenticator apps. */
export default function SecondFactorsScreen({ flow }: { flow: SecondFactorsFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const loadFailure = useSelector(flow, selectLoadFailure);
  const added = useSelector(flow, selectSetup);
  const isOn = useSelector(flow, selectFactors).length > 0;
  return (
    <PageLayout width="form">
      <PageHeader
        title="Two-step verification"
        guide="account#two-step-verification"
        badge={isOn && <Badge tone="success">On</Badge>}
        description="After your password, you enter a code from an app on your phone. Add a second app so that a lost phone does not lock you out."
      />
      {loading && <SkeletonTable label="Loading your authenticator apps" />}
      {loadFailure && (
        <ErrorState
          title="Could not load your authenticator apps"
          failure={loadFailure}
          onRetry={() => flow.send({ type: 'factors.retried' })}
        />
      )}
      {!loading && !loadFailure && (
        <>
          <FactorList flow={flow} />
          {added ? (
            <FactorSetup flow={added} onCancel={() => flow.send({ type: 'setup.cancelled' })} />
          ) : (
            <>
              <BegunSetup flow={flow} />
              <AddForm flow={flow} />
            </>
          )}
        </>
      )}
      <RemovalDialog flow={flow} />
      <IdentityCheck
        flow={useSelector(flow, selectCheck)}
        onDismiss={() => flow.send({ type: 'identity.dismissed' })}
      />
    </PageLayout>
  );
}
