import { useSelector } from '@xstate/react';
import { createElement, Suspense, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { screenMachine } from '../../machines/shell/screen/screen.machine.ts';
import {
  selectAddress,
  selectFailure,
  selectFlow,
  selectLayoutFlow,
  selectLayouts,
  selectName,
  selectParams,
  selectScreenState,
} from '../../machines/shell/screen/screen.selectors.ts';
import type { LayoutName } from '../../router/pages.ts';
import { ApplicationError } from '../parts/ApplicationError.tsx';
import { BarePage } from '../parts/BarePage.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import type { ScreenViews } from '../parts/screenViews.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { LazyNotFound } from './LazyNotFound.ts';

type ScreenActor = ActorRefFrom<typeof screenMachine>;

function ScreenFailure({ screen }: { screen: ScreenActor }) {
  const failure = useSelector(screen, selectFailure);
  if (!failure) return null;
  return (
    <PageLayout width="form">
      <ErrorState
        title="Could not load this page"
        failure={failure}
        onRetry={() => screen.send({ type: 'screen.retried' })}
        action={
          <Button size="small" onClick={() => screen.send({ type: 'page.reloaded' })}>
            Reload dashboard
          </Button>
        }
      />
    </PageLayout>
  );
}

const Waiting = () => (
  <Alert variant="warning" announce title="The server is unreachable">
    Reconnecting…
  </Alert>
);

function Screen({ screen, views }: { screen: ScreenActor; views: ScreenViews }) {
  const state = useSelector(screen, selectScreenState);
  const name = useSelector(screen, selectName);
  const address = useSelector(screen, selectAddress);
  const flow = useSelector(screen, selectFlow);
  const params = useSelector(screen, selectParams);
  const failure = useSelector(screen, selectFailure);
  switch (state) {
    case 'blank':
      return null;
    case 'skeleton':
      return (
        <PageLayout>
          <SkeletonRows label="Loading" />
        </PageLayout>
      );
    case 'waiting':
      return (
        <PageLayout width="form">
          <Waiting />
        </PageLayout>
      );
    case 'missing':
      return (
        <Suspense>
          <LazyNotFound />
        </Suspense>
      );
    case 'broken':
      return <ApplicationError error={failure} onRetry={() => screen.send({ type: 'screen.retried' })} />;
    case 'failed':
      return <ScreenFailure screen={screen} />;
    // A new key for each address, even if the same component shows it.
    case 'screen':
      return createElement(views.viewOf(name ?? ''), { key: address, flow, params });
  }
}

interface LayoutHostProps {
  screen: ScreenActor;
  views: ScreenViews;
  layout: { name: LayoutName; params: Readonly<Record<string, string>> };
  children: ReactNode;
}

function LayoutHost({ screen, views, layout: { name, params }, children }: LayoutHostProps) {
  const flow = useSelector(screen, (snapshot) => selectLayoutFlow(snapshot, name));
  return createElement(views.layoutViewOf(name), { flow, params }, children);
}

/** Shows the loaded screen, or its progress, in the visible layouts. */
export function ScreenHost({ screen, views }: { screen: ScreenActor; views: ScreenViews }) {
  const layouts = useSelector(screen, selectLayouts);
  const state = useSelector(screen, selectScreenState);
  const address = useSelector(screen, selectAddress);
  // A screen that fails to render leaves the layouts and the other screens intact.
  const content = (
    <ErrorBoundary key={address}>
      <Screen screen={screen} views={views} />
    </ErrorBoundary>
  );
  // Layouts that the next screen shares stay mounted.
  if (layouts.length > 0)
    return layouts.reduceRight<ReactNode>(
      (inner, layout) => (
        <LayoutHost screen={screen} views={views} layout={layout}>
          {inner}
        </LayoutHost>
      ),
      content,
    );
  return <BarePage state={state}>{content}</BarePage>;
}
