import { useSelector } from '@xstate/react';
import { Suspense, use, useEffect } from 'react';
import { css } from 'styled-system/css';
import { selectInspector, selectIsBroken } from '../../machines/inspector/inspectorDock/inspectorDock.selectors.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { InspectionContext, type Inspection } from './inspection.context.ts';
import { Inspector } from './Inspector.tsx';
import { InspectorDisabled } from './InspectorDisabled.tsx';
import { inspectorCrashed } from './words.ts';

const page = css({ height: 'viewport', minHeight: '0' });
const waiting = css({ padding: '4' });

/** The inspector on its own page, while that is shown. */
function FlowsPage({ dock, source, publisher }: Inspection) {
  const inspector = useSelector(dock, selectInspector);
  const broken = useSelector(dock, selectIsBroken);
  useEffect(() => {
    dock.send({ type: 'page.entered' });
    return () => dock.send({ type: 'page.left' });
  }, [dock]);
  if (broken) return <EmptyState title={inspectorCrashed}>Reload the page to open it again.</EmptyState>;
  if (!inspector) return null;
  return (
    <Inspector
      inspector={inspector}
      source={source}
      publisher={publisher}
      heading="h1"
      controls={
        <ButtonLink size="small" variant="text" href="/">
          Dashboard
        </ButtonLink>
      }
    />
  );
}

function Awaited({ inspection }: { inspection: Promise<Inspection> }) {
  const { dock, source, publisher } = use(inspection);
  return <FlowsPage dock={dock} source={source} publisher={publisher} />;
}

export default function FlowsScreen() {
  useDocumentTitle('Flows');
  const inspection = use(InspectionContext);
  if (!inspection) return <InspectorDisabled />;
  return (
    <main className={page}>
      <Suspense
        fallback={
          <div className={waiting}>
            <SkeletonRows label="Loading the inspector" />
          </div>
        }
      >
        <Awaited inspection={inspection} />
      </Suspense>
    </main>
  );
}
