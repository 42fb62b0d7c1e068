import { useSelector } from '@xstate/react';
import KeyRound from 'lucide-react/icons/key-round';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { accessTokenScopes, type AccessToken } from '../../contract/accounts/accessToken.ts';
import type { accessTokensMachine } from '../../machines/accounts/accessTokens/accessTokens.machine.ts';
import {
  selectCheck,
  selectCreated,
  selectIsLoading,
  selectLoadFailure,
  selectRevoked,
  selectTokens,
} from '../../machines/accounts/accessTokens/accessTokens.selectors.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useConfirm } from '../parts/useConfirm.ts';
import { useForm } from '../parts/useForm.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, nameRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time } from '../ui/Time.tsx';
import { lifetimeOf, lifetimeOptions, scopeTexts } from './accessTokenTexts.ts';
import { accountsFailureTitle, explained } from './accountsFailure.ts';
import { accountForm } from './accountStyles.ts';
import { IdentityCheck } from './IdentityCheck.tsx';

type AccessTokensFlow = ActorRefFrom<typeof accessTokensMachine>;

const scopeGroup = css({ border: '[0]', margin: '0', padding: '0', minWidth: '0' });
const scopeLegend = css({ textStyle: 'label', padding: '0', marginBottom: '2' });
const scopeList = css({
  display: 'grid',
  gridTemplateColumns: { base: '[1fr 1fr]', mdDown: '[minmax(0, 1fr)]' },
  columnGap: '6',
  rowGap: '3',
});
const scopeError = css({ textStyle: 'small', color: 'danger', marginTop: '2' });

/** What the token may do. */
function ScopeFields({ flow }: { flow: AccessTokensFlow }) {
  const { values, fieldErrors, busy, change } = useForm(flow);
  const error = fieldErrors.scopes;
  return (
    <fieldset
      className={scopeGroup}
      disabled={busy}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : 'scope-error'}
    >
      <legend className={scopeLegend}>Permissions</legend>
      <div className={scopeList}>
        {accessTokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            {...scopeTexts[scope]}
            name={scope}
            checked={values.scopes.includes(scope)}
            onCheckedChange={(checked) =>
              change({
                field: 'scopes',
                value: accessTokenScopes.filter((each) => (each === scope ? checked : values.scopes.includes(each))),
              })
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id="scope-error" className={scopeError}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function CreateForm({ flow }: { flow: AccessTokensFlow }) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  return (
    <Card title="Create an access token">
      <form {...form} className={accountForm}>
        {failure && (
          <ErrorState
            title={accountsFailureTitle(failure, 'Could not create the token')}
            failure={explained(failure)}
          />
        )}
        <TextField
          label="Token name"
          name="name"
          autoComplete="off"
          description="Where the token is used, for example “Nightly backup”."
          value={values.name}
          error={fieldErrors.name}
          readOnly={busy}
          onValueChange={(value) => change({ field: 'name', value })}
        />
        <SelectField
          label="Expiration"
          value={String(values.days)}
          error={fieldErrors.expires_in_days}
          disabled={busy}
          options={lifetimeOptions}
          onValueChange={(value) => change({ field: 'days', value: lifetimeOf(value) })}
        />
        <ScopeFields flow={flow} />
        <Button type="submit" variant="primary" loading={busy}>
          Create token
        </Button>
      </form>
    </Card>
  );
}

const isPast = (moment: string): boolean => Date.parse(moment) <= Date.now();

function TokenRow({ token, flow }: { token: AccessToken; flow: AccessTokensFlow }) {
  const { name, hint, scopes, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt } = token;
  const expired = expiresAt !== null && isPast(expiresAt);
  return (
    <li className={listRow}>
      <div className={rowFacts}>
        <div className={nameRow}>
          <span className={rowName}>{name}</span>
          <code>bct_…{hint}</code>
          {expired && <Badge tone="warning">Expired</Badge>}
        </div>
        <p className={rowNote}>{scopes.map((scope) => scopeTexts[scope].label).join(' · ')}</p>
        <p className={rowNote}>
          Created <Time value={createdAt} detail="day" /> ·{' '}
          {expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {expired ? 'expired' : 'expires'} <Time value={expiresAt} detail="day" />
            </>
          )}{' '}
          ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time value={lastUsedAt} detail="relative" />
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Revoke ${name}`}
        onClick={() => flow.send({ type: 'revocation.requested', token })}
      >
        Revoke
      </Button>
    </li>
  );
}

function TokenList({ flow }: { flow: AccessTokensFlow }) {
  const tokens = useSelector(flow, selectTokens);
  if (tokens.length === 0) {
    return (
      <Card>
        <EmptyState icon={<KeyRound />} title="No access tokens yet">
          Create one per app, so that you can revoke each of them separately.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card flush>
      <ul className={rowList} aria-label="Access tokens">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} flow={flow} />
        ))}
      </ul>
    </Card>
  );
}

function CreatedDialog({ flow }: { flow: AccessTokensFlow }) {
  const created = useSelector(flow, selectCreated);
  const dismiss = () => flow.send({ type: 'token.dismissed' });
  return (
    <Dialog
      open={created !== null}
      onClose={dismiss}
      size="medium"
      title="Copy your access token"
      description="You can see it only once. Store it with your other secrets."
      footer={
        <Button variant="primary" onClick={dismiss}>
          Done
        </Button>
      }
    >
      {created && (
        <TextField
          label={`Access token “${created.name}”`}
          value={created.token}
          readOnly
          aside={<CopyButton what="the access token" text={created.token} />}
        />
      )}
    </Dialog>
  );
}

function RevocationDialog({ flow }: { flow: AccessTokensFlow }) {
  const revoked = useSelector(flow, selectRevoked);
  const { dialog, failure } = useConfirm(flow);
  return (
    <ConfirmDialog
      {...dialog}
      variant="danger"
      title={`Revoke ${revoked?.name ?? ''}?`}
      confirmLabel="Revoke token"
      description="Apps that use this token lose access immediately. This cannot be undone."
    >
      {failure && (
        <ErrorState title={accountsFailureTitle(failure, 'Could not revoke the token')} failure={explained(failure)} />
      )}
    </ConfirmDialog>
  );
}

/** The user's access tokens for the API. */
export default function AccessTokensScreen({ flow }: { flow: AccessTokensFlow }) {
  const loading = useSelector(flow, selectIsLoading);
  const loadFailure = useSelector(flow, selectLoadFailure);
  return (
    <PageLayout width="form">
      <PageHeader
        title="Access tokens"
        guide="account#access-tokens"
        description="Use a token to call the API as yourself, with the permissions that you choose. Send it in the header Authorization: Bearer."
      />
      {loading && <SkeletonTable label="Loading your access tokens" />}
      {loadFailure && (
        <ErrorState
          title="Could not load your access tokens"
          failure={loadFailure}
          onRetry={() => flow.send({ type: 'tokens.retried' })}
        />
      )}
      {!loading && !loadFailure && (
        <>
          <TokenList flow={flow} />
          <CreateForm flow={flow} />
        </>
      )}
      <CreatedDialog flow={flow} />
      <RevocationDialog flow={flow} />
      <IdentityCheck
        flow={useSelector(flow, selectCheck)}
        onDismiss={() => flow.send({ type: 'identity.dismissed' })}
      />
    </PageLayout>
  );
}
