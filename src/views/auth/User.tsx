import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { ProjectUserDetail, UserMetadata } from '../../contract/auth/projectUser.ts';
import type { projectUserMachine } from '../../machines/auth/projectUser/projectUser.machine.ts';
import { selectFailure, selectIsGone, selectUser } from '../../machines/auth/projectUser/projectUser.selectors.ts';
import type { UserAction } from '../../machines/auth/projectUser/userAction.ts';
import { href } from '../../router/href.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { deviceName } from '../parts/deviceName.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, nameRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { Time } from '../ui/Time.tsx';
import { UserDialogs } from './UserDialogs.tsx';
import { nameOf, providerName } from './userName.ts';

type UserFlow = ActorRefFrom<typeof projectUserMachine>;

interface PartProps {
  user: ProjectUserDetail;
  ask: (action: UserAction) => void;
}

const facts = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(8rem, max-content) minmax(0, 1fr)]', smDown: '[minmax(0, 1fr)]' },
  alignItems: 'center',
  columnGap: '6',
  rowGap: { base: '2', smDown: '1' },
  margin: '0',
  '& dt': { color: 'muted' },
  // A name is nearer to its value than to the one above.
  '& dd + dt': { marginTop: { smDown: '2' } },
  '& dd': { margin: '0', minWidth: '0', overflowWrap: 'anywhere' },
});
const valueRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  // What is larger for a finger takes no more room.
  '& button': { marginBlock: '-2.5' },
});
const mono = css({ textStyle: 'mono' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const documents = css({ display: 'grid', gap: '4' });
const documentTitle = css({ textStyle: 'label', paddingBottom: '1' });
const none = css({ color: 'muted', paddingBlock: '4', paddingInline: '5' });

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Moment = ({ value, otherwise = 'Never' }: { value: string | null; otherwise?: string }) =>
  value === null ? otherwise : <Time value={value} />;

function Account({ user, ask }: PartProps) {
  const unconfirmed = user.email !== '' && user.email_confirmed_at === null;
  return (
    <Card
      title="Account"
      footer={
        user.email !== '' && (
          <div className={buttons}>
            {unconfirmed && (
              <>
                <Button onClick={() => ask({ kind: 'confirmation' })}>Confirm address…</Button>
                <Button onClick={() => ask({ kind: 'email', email: 'confirmation' })}>Send confirmation…</Button>
              </>
            )}
            <Button onClick={() => ask({ kind: 'email', email: 'magiclink' })}>Send sign-in link…</Button>
          </div>
        )
      }
    >
      <dl className={facts}>
        <Fact name="User ID">
          <span className={valueRow}>
            <span className={mono}>{user.id}</span>
            <CopyButton what="the user ID" text={user.id} />
          </span>
        </Fact>
        <Fact name="Email">
          {user.email === '' ? (
            'None'
          ) : (
            <span className={valueRow}>
              {user.email}
              {unconfirmed ? <Badge>Unconfirmed</Badge> : <Badge tone="success">Confirmed</Badge>}
            </span>
          )}
        </Fact>
        <Fact name="Phone">{user.phone === '' ? 'None' : `+${user.phone}`}</Fact>
        <Fact name="Created">
          <Moment value={user.created_at} />
        </Fact>
        {user.invited_at !== null && (
          <Fact name="Invited">
            <Moment value={user.invited_at} />
          </Fact>
        )}
        <Fact name="Confirmed">
          <Moment value={user.confirmed_at} otherwise="Not yet" />
        </Fact>
        <Fact name="Last sign-in">
          <Moment value={user.last_sign_in_at} />
        </Fact>
      </dl>
    </Card>
  );
}

function SignInMethods({ user, ask, onPassword }: PartProps & { onPassword: () => void }) {
  return (
    <Card
      title="Sign-in methods"
      flush
      footer={
        <div className={buttons}>
          {user.email !== '' && (
            <Button onClick={() => ask({ kind: 'email', email: 'recovery' })}>Send password reset…</Button>
          )}
          <Button onClick={onPassword}>Set password…</Button>
        </div>
      }
    >
      {user.identities.length === 0 ? (
        <p className={none}>This user is anonymous and cannot sign in again.</p>
      ) : (
        <ul className={rowList} aria-label="Sign-in methods">
          {user.identities.map(({ identity_id: id, provider, email, created_at: created, last_sign_in_at: last }) => (
            <li key={id} className={listRow}>
              <div className={rowFacts}>
                <span className={rowName}>{providerName(provider)}</span>
                <p className={rowNote}>
                  {email !== null && email !== '' && <>{email} · </>}
                  added <Time value={created} detail="day" />
                  {/* The auth service counts the creation of an account as a use. */}
                  {last !== null && user.last_sign_in_at !== null && (
                    <>
                      {' '}
                      · last used <Time value={last} detail="relative" />
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const factorNames: Readonly<Record<string, string>> = { totp: 'Authenticator app' };

const Factors = ({ user, ask }: PartProps) => (
  <Card title="Second factors" flush>
    {user.factors.length === 0 ? (
      <p className={none}>None. Users add authenticator apps in your app.</p>
    ) : (
      <ul className={rowList} aria-label="Second factors">
        {user.factors.map((factor) => (
          <li key={factor.id} className={listRow}>
            <div className={rowFacts}>
              <div className={nameRow}>
                <span className={rowName}>{factor.friendly_name || 'Authenticator app'}</span>
                {factor.status === 'unverified' && <Badge>Unverified</Badge>}
              </div>
              <p className={rowNote}>
                {factorNames[factor.factor_type] ?? factor.factor_type} · added{' '}
                <Time value={factor.created_at} detail="day" />
              </p>
            </div>
            <Button size="small" onClick={() => ask({ kind: 'factor', factor })}>
              Remove…
            </Button>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const Sessions = ({ user, ask }: PartProps) => (
  <Card
    title="Sessions"
    flush
    actions={
      user.sessions.length > 1 && (
        <Button size="small" onClick={() => ask({ kind: 'sessions' })}>
          End all sessions…
        </Button>
      )
    }
  >
    {user.sessions.length === 0 ? (
      <p className={none}>The user is not signed in.</p>
    ) : (
      <ul className={rowList} aria-label="Sessions">
        {user.sessions.map((session) => (
          <li key={session.id} className={listRow}>
            <div className={rowFacts}>
              <div className={nameRow}>
                <span className={rowName}>{deviceName(session.user_agent)}</span>
                {session.aal === 'aal2' && <Badge tone="success">Two steps</Badge>}
              </div>
              <p className={rowNote}>
                {session.ip !== null && <>{session.ip} · </>}
                last seen <Time value={session.last_seen_at} detail="relative" /> · signed in{' '}
                <Time value={session.created_at} detail="day" />
              </p>
            </div>
            <Button size="small" onClick={() => ask({ kind: 'session', session })}>
              End…
            </Button>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const Document = ({ title, metadata }: { title: string; metadata: UserMetadata }) => (
  <div>
    <h3 className={documentTitle}>{title}</h3>
    <CodeBlock label={title} code={JSON.stringify(metadata, null, 2)} />
  </div>
);

const Danger = ({ user, ask }: PartProps) => (
  <Card title="Access">
    <div className={buttons}>
      <Button onClick={() => ask({ kind: 'ban', banned: user.banned_until === null })}>
        {user.banned_until === null ? 'Ban user…' : 'Lift ban…'}
      </Button>
      <Button variant="danger" onClick={() => ask({ kind: 'deletion' })}>
        Delete user…
      </Button>
    </div>
  </Card>
);

/** One user of a project's app: the page, once the project can be used. */
export function User({ flow, projectRef }: { flow: UserFlow; projectRef: string }) {
  const user = useSelector(flow, selectUser);
  const failure = useSelector(flow, selectFailure);
  const gone = useSelector(flow, selectIsGone);
  const ask = (action: UserAction) => flow.send({ type: 'action.requested', action });
  const problem = failure && !gone && (
    <ErrorState title="Could not load the user" failure={failure} onRetry={() => flow.send({ type: 'user.retried' })} />
  );
  if (user === null)
    return (
      <PageLayout width="form">
        <PageHeader title="User" />
        {problem || <SkeletonForm label="Loading the user" />}
      </PageLayout>
    );
  const part = { user, ask };
  return (
    <PageLayout width="form">
      <PageHeader
        title={nameOf(user)}
        badge={user.banned_until !== null && <Badge tone="danger">Banned</Badge>}
        actions={<ButtonLink href={href('users', { ref: projectRef })}>All users</ButtonLink>}
      />
      {problem}
      <Account {...part} />
      <SignInMethods {...part} onPassword={() => flow.send({ type: 'password.opened' })} />
      <Factors {...part} />
      <Sessions {...part} />
      <Card
        title="Metadata"
        actions={
          <Button size="small" onClick={() => flow.send({ type: 'metadata.opened' })}>
            Edit metadata…
          </Button>
        }
      >
        <div className={documents}>
          <Document title="User metadata" metadata={user.user_metadata} />
          <Document title="App metadata" metadata={user.app_metadata} />
        </div>
      </Card>
      <Danger {...part} />
      <UserDialogs flow={flow} user={user} projectRef={projectRef} />
    </PageLayout>
  );
}
