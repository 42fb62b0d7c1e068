import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accessMachine } from '../machines/access/access.machine.ts';
import { selectIsClearing, selectIsOverdue, selectIsWaiting } from '../machines/access/access.selectors.ts';
import { Alone } from './Alone.tsx';
import { Boot } from './Boot.tsx';
import { Alert } from './ui/Alert.tsx';
import { Button } from './ui/Button.tsx';
import { PageLayout } from './ui/PageLayout.tsx';

type AccessActor = ActorRefFrom<typeof accessMachine>;

/** Offers ways on when the session has been waited for too long. */
function SessionGuard({ access }: { access: AccessActor }) {
  const clearing = useSelector(access, selectIsClearing);
  return (
    <Alone>
      <PageLayout width="small">
        <Alert
          variant="warning"
          announce
          title="Your session is taking long to load"
          actions={(
            <>
              <Button variant="primary" disabled={clearing} onClick={() => access.send({ type: 'guard.retried' })}>Try again</Button>
              <Button loading={clearing} onClick={() => access.send({ type: 'siteData.cleared' })}>Clear site data</Button>
              <Button disabled={clearing} onClick={() => access.send({ type: 'signIn.chosen' })}>Sign in</Button>
            </>
          )}
        >
          <p>The server may be out of reach. It is tried again by itself.</p>
          <p>Clearing site data removes everything this site keeps in your browser, drafts included.</p>
        </Alert>
      </PageLayout>
    </Alone>
  );
}

/** Shows nothing of the application before it is known who is there. */
export function Gate({ access, children }: { access: AccessActor; children: ReactNode }) {
  const overdue = useSelector(access, selectIsOverdue);
  const waiting = useSelector(access, selectIsWaiting);
  if (overdue) return <SessionGuard access={access} />;
  return waiting ? <Boot /> : children;
}
