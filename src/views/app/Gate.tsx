import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { accessMachine } from '../../machines/shell/access/access.machine.ts';
import {
  selectIsConfirmingClear,
  selectIsClearing,
  selectIsOverdue,
  selectIsWaiting,
} from '../../machines/shell/access/access.selectors.ts';
import { AppSkeleton } from '../parts/AppSkeleton.tsx';
import { BareLayout } from '../parts/BareLayout.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { PageLayout } from '../ui/PageLayout.tsx';

type AccessActor = ActorRefFrom<typeof accessMachine>;

/** Asks before all data is deleted. Inline, because a dialog's chunk may not load when the session does not. */
function ClearingQuestion({ access }: { access: AccessActor }) {
  const clearing = useSelector(access, selectIsClearing);
  return (
    <Alert
      variant="destructive"
      announce
      title="Clear site data?"
      actions={
        <>
          {/* The safe answer has the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that asked is gone, and the focus with it */}
          <Button autoFocus disabled={clearing} onClick={() => access.send({ type: 'clearing.declined' })}>
            Cancel
          </Button>
          <Button variant="danger" loading={clearing} onClick={() => access.send({ type: 'clearing.confirmed' })}>
            Clear site data
          </Button>
        </>
      }
    >
      <p>You’ll be signed out, and lose your settings and unsaved drafts. The page then reloads.</p>
    </Alert>
  );
}

/** Offers alternatives when the session takes too long to load. */
function SessionGuard({ access }: { access: AccessActor }) {
  const isAsking = useSelector(access, selectIsConfirmingClear);
  return (
    <BareLayout>
      <PageLayout width="form">
        {isAsking ? (
          <ClearingQuestion access={access} />
        ) : (
          <Alert
            variant="warning"
            announce
            title="Still loading your session…"
            actions={
              <>
                <Button variant="primary" onClick={() => access.send({ type: 'guard.retried' })}>
                  Try again
                </Button>
                <Button onClick={() => access.send({ type: 'clearing.requested' })}>Clear site data</Button>
                <Button onClick={() => access.send({ type: 'signIn.chosen' })}>Sign in</Button>
              </>
            }
          >
            <p>The server may be unreachable. Retrying…</p>
            <p>Clearing site data deletes everything that this site stores in your browser, including drafts.</p>
          </Alert>
        )}
      </PageLayout>
    </BareLayout>
  );
}

/** Hides the application until the session is known. */
export function Gate({ access, children }: { access: AccessActor; children: ReactNode }) {
  const overdue = useSelector(access, selectIsOverdue);
  const waiting = useSelector(access, selectIsWaiting);
  if (overdue) return <SessionGuard access={access} />;
  return waiting ? <AppSkeleton /> : children;
}
