import { useSelector } from '@xstate/react';
import { lazy, Suspense, type ReactNode } from 'react';
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
  selectWorkspace,
} from '../../machines/app/app.selectors.ts';
import { AmbientServicesHost } from '../ambient/AmbientServicesHost.tsx';
import { ConsentToast } from '../ambient/ConsentToast.tsx';
import { AppContext } from '../parts/app.context.ts';
import { ApplicationError } from '../parts/ApplicationError.tsx';
import { AppSkeleton } from '../parts/AppSkeleton.tsx';
import { BareLayout } from '../parts/BareLayout.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import type { ScreenViews } from '../parts/screenViews.ts';
import { Gate } from './Gate.tsx';
import { ScreenHost } from './ScreenHost.tsx';
import { Toasts } from './Toasts.tsx';

/** Its code comes with the workspace, whose overlays it shows. */
const Overlays = lazy(() => import('./Overlays.tsx'));

/** The screen of the address, or a placeholder until it has loaded. */
function Content({ app, views }: { app: AppActor; views: ScreenViews }) {
  const access = useSelector(app, selectAccess);
  const screen = useSelector(app, selectScreen);
  const userId = useSelector(app, selectUserId);
  const fault = useSelector(app, selectFault);
  const session = useSelector(app, selectSession);
  const unreadable = useSelector(session, (snapshot) => (snapshot ? selectReadingFailure(snapshot) : null));
  if (fault)
    return (
      <BareLayout>
        <ApplicationError error={fault} />
      </BareLayout>
    );
  if (unreadable)
    return (
      <BareLayout>
        <ApplicationError error={unreadable} onRetry={() => session?.send({ type: 'session.retried' })} />
      </BareLayout>
    );
  if (!access || !screen) return <AppSkeleton />;
  return (
    <Gate access={access}>
      {/* Another user's screens share no state with these. */}
      <ScreenHost key={userId} screen={screen} views={views} />
    </Gate>
  );
}

interface AppProps {
  app: AppActor;
  views: ScreenViews;
  /** Content beside the application that survives its failures. */
  children?: ReactNode;
}

export function App({ app, views, children }: AppProps) {
  const toasts = useSelector(app, selectToaster);
  const consent = useSelector(app, selectConsent);
  const isWorking = useSelector(app, (snapshot) => selectWorkspace(snapshot) !== undefined);
  return (
    <AppContext value={app}>
      <ErrorBoundary>
        <AmbientServicesHost views={views} />
      </ErrorBoundary>
      <ErrorBoundary outermost>
        <Content app={app} views={views} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Suspense>{isWorking && <Overlays views={views} />}</Suspense>
      </ErrorBoundary>
      {consent && <ConsentToast consent={consent} />}
      {toasts && <Toasts toasts={toasts} />}
      {children}
    </AppContext>
  );
}
