import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectReadingFailure } from '../../machines/accounts/session/session.selectors.ts';
import type { AppActor } from '../../machines/app/app.machine.ts';
import {
  selectAccess,
  selectConsent,
  selectFault,
  selectScreen,
  selectSession,
  selectToaster,
  selectUserId,
} from '../../machines/app/app.selectors.ts';
import { ConsentToast } from '../ambient/ConsentToast.tsx';
import { NoticesHost } from '../ambient/NoticesHost.tsx';
import { Alone } from '../parts/Alone.tsx';
import { AppContext } from '../parts/app.context.ts';
import { ApplicationError } from '../parts/ApplicationError.tsx';
import { Boot } from '../parts/Boot.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import type { ScreenViews } from '../parts/screenViews.ts';
import { Gate } from './Gate.tsx';
import { Overlays } from './Overlays.tsx';
import { ScreenHost } from './ScreenHost.tsx';
import { Toasts } from './Toasts.tsx';

/** The screen of the address, or what is shown until there is one. */
function Content({ app, views }: { app: AppActor; views: ScreenViews }) {
  const access = useSelector(app, selectAccess);
  const screen = useSelector(app, selectScreen);
  const userId = useSelector(app, selectUserId);
  const fault = useSelector(app, selectFault);
  const session = useSelector(app, selectSession);
  const unreadable = useSelector(session, (snapshot) => (snapshot ? selectReadingFailure(snapshot) : null));
  if (fault)
    return (
      <Alone>
        <ApplicationError error={fault} />
      </Alone>
    );
  if (unreadable)
    return (
      <Alone>
        <ApplicationError error={unreadable} onRetry={() => session?.send({ type: 'session.retried' })} />
      </Alone>
    );
  if (!access || !screen) return <Boot />;
  return (
    <Gate access={access}>
      {/* Another user's screens share nothing with these. */}
      <ScreenHost key={userId} screen={screen} views={views} />
    </Gate>
  );
}

export interface AppProps {
  app: AppActor;
  views: ScreenViews;
  /** What stands beside the application and outlives its faults. */
  children?: ReactNode;
}

export function App({ app, views, children }: AppProps) {
  const toasts = useSelector(app, selectToaster);
  const consent = useSelector(app, selectConsent);
  return (
    <AppContext value={app}>
      <ErrorBoundary>
        <NoticesHost views={views} />
      </ErrorBoundary>
      <ErrorBoundary outermost>
        <Content app={app} views={views} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Overlays views={views} />
      </ErrorBoundary>
      {consent && <ConsentToast consent={consent} />}
      {toasts && <Toasts toasts={toasts} />}
      {children}
    </AppContext>
  );
}
