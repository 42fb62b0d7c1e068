import { createActor, fromCallback } from 'xstate';
import { narrowWindow } from '../../contract/inspector/inspector.ts';
import { inspectorKey } from '../../contract/shell/shortcuts.ts';
import { pageSource, type SystemViewSource } from '../../inspector/trace/source.ts';
import {
  inspectorDockMachine,
  type DockChanged,
  type DockReport,
  type InspectorDockActor,
} from '../../machines/inspector/inspectorDock/inspectorDock.machine.ts';
import type { InspectorPublisherActor } from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import { matchRoute } from '../../router/matchRoute.ts';
import { watchStroke } from '../../services/browser/keyboard.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { inspectorEntries } from '../../services/inspector/inspectorEntries.ts';
import { inspectorOf, type Inspected } from './inspector.actor.ts';
import { startInspectorPublisher } from './inspectorPublisher.actor.ts';
import { withServerFlows } from './serverFlows.actor.ts';

/** A window that inspects another one does not publish its own actors. */
const isAside = (): boolean => matchRoute(location.pathname)?.name === 'flowsReceiver';

/**
 * Starts the flow inspector beside the application, in separate actor systems, so that its own events are not recorded.
 */
export function startInspection(inspected: Inspected): {
  source: SystemViewSource;
  dock: InspectorDockActor;
  publisher: InspectorPublisherActor;
} {
  const { root, recorder } = inspected;
  const { source, serverFlows } = withServerFlows(pageSource(root, recorder));
  const dock = inspectorDockMachine.provide({
    actors: {
      inspector: inspectorOf(source, serverFlows),
      page: fromCallback<DockChanged, undefined>(({ sendBack, receive }) => {
        const report = (fact: DockReport) => sendBack(fact);
        receive((news) => {
          if (news.type === 'position.chosen') writeStored(inspectorEntries.dock, news.position);
          else writeStored('inspectorOpen', news.open);
        });
        const position = readStored(inspectorEntries.dock);
        if (position) report({ type: 'position.loaded', position });
        // The inspector's page reports itself a moment later: until then there would be two.
        if (readStored('inspectorOpen') && !isAside() && matchRoute(location.pathname)?.name !== 'flows')
          report({ type: 'dock.reopened' });
        const stops = [
          watchMedia(narrowWindow, (narrow) => report({ type: 'layout.changed', narrow })),
          watchStroke(inspectorKey, () => {
            if (!isAside() && !readStored('shortcutsOff')?.includes('flows')) report({ type: 'dock.toggled' });
          }),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      }),
    },
  });
  return {
    source,
    dock: createActor(dock, { input: { session: root.sessionId, chart: 'app' } }).start(),
    publisher: startInspectorPublisher(inspected),
  };
}
