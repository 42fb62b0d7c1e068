import { useSelector } from '@xstate/react';
import type { AppActor } from '../machines/app/app.machine.ts';
import { selectAccess, selectFault, selectScreen, selectSession, selectToaster, selectUserId } from '../machines/app/app.selectors.ts';
import { selectReadingFailure } from '../machines/session/session.selectors.ts';
import { Alone } from './Alone.tsx';
import { AppContext } from './app.context.ts';
import { ApplicationError } from './ApplicationError.tsx';
import { Boot } from './Boot.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Gate } from './Gate.tsx';
import { Overlays } from './Overlays.tsx';
import { ScreenHost, type ScreenViews } from './ScreenHost.tsx';
import { Toasts } from './Toasts.tsx';

/** The screen of the address, or what is shown until there is one. */
function Content({ app, views }: { app: AppActor; views: ScreenViews }) {
  const access = useSelector(app, selectAccess);
  const screen = useSelector(app, selectScreen);
  const userId = useSelector(app, selectUserId);
  const fault = useSelector(app, selectFault);
  const session = useSelector(app, selectSession);
  const unreadable = useSelector(session, (snapshot) => (snapshot ? selectReadingFailure(snapshot) : null));
  if (fault) return <Alone><ApplicationError error={fault} /></Alone>;
  if (unreadable) return <Alone><ApplicationError error={unreadable} onRetry={() => session?.send({ type: 'session.retried' })} /></Alone>;
  if (!access || !screen) return <Boot />;
  return (
    <Gate access={access}>
      {/* Another user's screens share nothing with these. */}
      <ScreenHost key={userId} screen={screen} views={views} />
    </Gate>
  );
}

export function App({ app, views }: { app: AppActor; views: ScreenViews }) {
  const toasts = useSelector(app, selectToaster);
  return (
    <AppContext value={app}>
      <ErrorBoundary outermost>
        <Content app={app} views={views} />
      </ErrorBoundary>
      <ErrorBoundary><Overlays views={views} /></ErrorBoundary>
      {toasts && <Toasts toasts={toasts} />}
    </AppContext>
  );
}
