import { useSelector } from '@xstate/react';
import Workflow from 'lucide-react/icons/workflow';
import { lazy, Suspense, use } from 'react';
import { selectIsDocked } from '../../machines/inspector/inspectorDock/inspectorDock.selectors.ts';
import { useCommands } from '../parts/commands.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { InspectionContext, type Inspection } from './inspection.context.ts';

/** Loaded when it is first opened. */
const DockPanel = lazy(() => import('./DockPanel.tsx'));

function Awaited({ inspection }: { inspection: Promise<Inspection> }) {
  const { dock, source, publisher } = use(inspection);
  const docked = useSelector(dock, selectIsDocked);
  // The dock listens for its key itself; this lists the shortcut in the sheet and the palette.
  const toggle = () => dock.send({ type: 'dock.toggled' });
  useShortcut('flows', toggle);
  useCommands([
    {
      id: 'flows',
      label: 'Flow inspector',
      section: 'Support',
      icon: <Workflow aria-hidden />,
      keywords: ['statechart', 'trace', 'debug'],
      shortcut: 'flows',
      action: { run: toggle },
    },
  ]);
  return (
    docked && (
      <Suspense>
        <DockPanel dock={dock} source={source} publisher={publisher} />
      </Suspense>
    )
  );
}

/** The flow inspector's panel, once the inspector has loaded. */
export default function InspectorDock() {
  const inspection = use(InspectionContext);
  return inspection && <Awaited inspection={inspection} />;
}
