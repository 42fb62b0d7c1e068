import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { AccountSession } from '../../contract/accounts/accountSession.ts';
import type { accountSessionsMachine } from '../../machines/accounts/accountSessions/accountSessions.machine.ts';
import {
  selectEnded,
  selectIsConfirmingEnd,
  selectIsConfirmingOthersEnd,
} from '../../machines/accounts/accountSessions/accountSessions.selectors.ts';
import { deviceName } from '../parts/deviceName.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useConfirm } from '../parts/useConfirm.ts';
import { useResource } from '../parts/useResource.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { listRow, nameRow, rowFacts, rowList, rowName, rowNote } from '../ui/rowListStyles.ts';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { Time } from '../ui/Time.tsx';

type SessionsFlow = ActorRefFrom<typeof accountSessionsMachine>;

function SessionRow({ session, flow }: { session: AccountSession; flow: SessionsFlow }) {
  const { current, user_agent: userAgent, ip, created_at: createdAt, last_seen_at: lastSeenAt } = session;
  return (
    <li className={listRow}>
      <div className={rowFacts}>
        <div className={nameRow}>
          <span className={rowName}>{deviceName(userAgent)}</span>
          {current && <Badge tone="success">This device</Badge>}
        </div>
        <p className={rowNote}>
          {ip !== null && <>{ip} · </>}
          {current ? 'active now' : <Time value={lastSeenAt} detail="relative" />} · signed in{' '}
          <Time value={createdAt} detail="day" />
        </p>
      </div>
      {!current && (
        <Button size="small" onClick={() => flow.send({ type: 'end.requested', session })}>
          Sign out
        </Button>
      )}
    </li>
  );
}

function SessionDialogs({ flow }: { flow: SessionsFlow }) {
  const ending = useSelector(flow, selectIsConfirmingEnd);
  const endingOthers = useSelector(flow, selectIsConfirmingOthersEnd);
  const ended = useSelector(flow, selectEnded);
  const { dialog, failure } = useConfirm(flow);
  return (
    <>
      <ConfirmDialog
        {...dialog}
        open={ending}
        variant="warning"
        title={`Sign out ${deviceName(ended?.user_agent ?? null)}?`}
        confirmLabel="Sign out device"
        description="You have to sign in on it to use it again."
      >
        {failure && <ErrorState title="Could not sign out the device" failure={failure} />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={endingOthers}
        variant="warning"
        title="Sign out your other devices?"
        confirmLabel="Sign out devices"
        description="You stay signed in on this device only."
      >
        {failure && <ErrorState title="Could not sign out your other devices" failure={failure} />}
      </ConfirmDialog>
    </>
  );
}

/** The devices that are signed in, each of which can be signed out from here. */
export default function AccountSessionsScreen({ flow }: { flow: SessionsFlow }) {
  const sessions = useResource('accountSessions');
  return (
    <PageLayout width="form">
      <PageHeader
        title="Sessions"
        guide="account#devices-and-sessions"
        description="The devices that are signed in to your account. Sign out those that you do not recognize, then change your password."
        actions={
          sessions.data?.some(({ current }) => !current) && (
            <Button onClick={() => flow.send({ type: 'others.requested' })}>Sign out other devices</Button>
          )
        }
      />
      {sessions.state === 'failed' && <ResourceError title="Could not load your sessions" read={sessions} />}
      {sessions.state === 'loading' && <SkeletonTable label="Loading your sessions" />}
      {sessions.data && (
        <Card flush>
          <ul className={rowList} aria-label="Sessions">
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} flow={flow} />
            ))}
          </ul>
        </Card>
      )}
      <SessionDialogs flow={flow} />
    </PageLayout>
  );
}
