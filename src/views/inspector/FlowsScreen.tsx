import { useSelector } from '@xstate/react';
import { Suspense, use, useEffect } from 'react';
import { selectInspector, selectIsBroken } from '../../machines/inspectorDock/inspectorDock.selectors.ts';
import { css } from 'styled-system/css';
import { Alone } from '../Alone.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { Inspector } from './Inspector.tsx';
import { InspectionContext, type Inspection } from './inspection.context.ts';

const page = css({ height: 'viewport', minHeight: '0' });
const waiting = css({ padding: '4' });

/** The inspector on a page of its own, for as long as that is shown. */
export function FlowsPage({ dock, root, recorder }: Inspection) {
  const inspector = useSelector(dock, selectInspector);
  const broken = useSelector(dock, selectIsBroken);
  useEffect(() => {
    dock.send({ type: 'page.entered' });
    return () => dock.send({ type: 'page.left' });
  }, [dock]);
  if (broken) return <EmptyState title="The flow inspector has a fault">Reload the page to open it again.</EmptyState>;
  if (!inspector) return null;
  return <Inspector inspector={inspector} inspection={{ root, recorder }} heading="h1" controls={<ButtonLink size="small" variant="text" href="/">Dashboard</ButtonLink>} />;
}

function Awaited({ inspection }: { inspection: Promise<Inspection> }) {
  const { dock, root, recorder } = use(inspection);
  return <FlowsPage dock={dock} root={root} recorder={recorder} />;
}

export default function FlowsScreen() {
  useDocumentTitle('Flows');
  const inspection = use(InspectionContext);
  if (!inspection) {
    return (
      <Alone>
        <PageLayout width="small">
          <PageHeader title="Flows" />
          <EmptyState title="The flow inspector is switched off here" action={<ButtonLink href="/" variant="primary">Go to the dashboard</ButtonLink>}>
            Start the server with BASECHART_INSPECTOR=true to have it.
          </EmptyState>
        </PageLayout>
      </Alone>
    );
  }
  return (
    <main className={page}>
      <Suspense fallback={<div className={waiting}><SkeletonRows label="Loading the inspector" /></div>}><Awaited inspection={inspection} /></Suspense>
    </main>
  );
}
