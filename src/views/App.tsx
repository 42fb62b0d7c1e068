import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectIsOverdue, selectIsWaiting } from '../machines/access/access.selectors.ts';
import type { AppActor } from '../machines/app/app.machine.ts';
import { selectAccess, selectFault, selectScreen, selectSession, selectToaster, selectUserId } from '../machines/app/app.selectors.ts';
import { selectReadingFailure } from '../machines/session/session.selectors.ts';
import type { toastsMachine } from '../machines/toasts/toasts.machine.ts';
import { selectToasts } from '../machines/toasts/toasts.selectors.ts';
import { AppContext } from './app.context.ts';
import { Boot } from './Boot.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ScreenHost, type ScreenViews } from './ScreenHost.tsx';
import { SessionGuard } from './SessionGuard.tsx';
import { Toaster } from './ui/Toaster.tsx';

function Toasts({ toasts }: { toasts: ActorRefFrom<typeof toastsMachine> }) {
  return (
    <Toaster
      toasts={useSelector(toasts, selectToasts)}
      onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id })}
      onAttention={(given) => toasts.send({ type: given ? 'attention.given' : 'attention.withdrawn' })}
    />
  );
}

/** What fills the window: the screen of the address, or what is missing until there is one. */
function Content({ app, views }: { app: AppActor; views: ScreenViews }) {
  const access = useSelector(app, selectAccess);
  const screen = useSelector(app, selectScreen);
  const userId = useSelector(app, selectUserId);
  const waiting = useSelector(access, (snapshot) => !snapshot || selectIsWaiting(snapshot));
  const overdue = useSelector(access, (snapshot) => snapshot !== undefined && selectIsOverdue(snapshot));
  // A fault of a machine and an unreadable session are for the error boundary (specification, section 8).
  const fault = useSelector(app, selectFault);
  const unreadable = useSelector(useSelector(app, selectSession), (snapshot) => (snapshot ? selectReadingFailure(snapshot) : null));
  const failure = fault ?? unreadable;
  if (failure) throw new Error(failure.message);
  if (overdue && access) return <SessionGuard access={access} />;
  // Another user's screens share nothing with these.
  return waiting || !screen ? <Boot /> : <ScreenHost key={userId} screen={screen} views={views} />;
}

export function App({ app, views }: { app: AppActor; views: ScreenViews }) {
  const toasts = useSelector(app, selectToaster);
  return (
    <AppContext value={app}>
      <ErrorBoundary>
        <Content app={app} views={views} />
      </ErrorBoundary>
      {toasts && <Toasts toasts={toasts} />}
    </AppContext>
  );
}
