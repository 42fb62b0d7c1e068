import { createActor, fromCallback } from 'xstate';
import { inspectorKey } from '../../contract/inspector.ts';
import { watchStroke } from '../../services/keyboard.ts';
import { readStored, writeStored } from '../../services/storage.ts';
import { inspectorDockMachine, type DockReport, type InspectorDockActor, type PlaceChosen } from '../inspectorDock/inspectorDock.machine.ts';
import { inspectorOf, type Inspected } from './inspector.actor.ts';

/** Starts the flow inspector beside the application: an actor system of its own, so that nothing it does is recorded. */
export function startInspectorDock(inspected: Inspected): InspectorDockActor {
  const dock = inspectorDockMachine.provide({
    actors: {
      inspector: inspectorOf(inspected),
      page: fromCallback<PlaceChosen, undefined>(({ sendBack, receive }) => {
        const report = (fact: DockReport) => sendBack(fact);
        receive(({ place }) => { writeStored('inspectorDock', place); });
        const place = readStored('inspectorDock');
        if (place) report({ type: 'place.found', place });
        return watchStroke(inspectorKey, () => {
          if (!readStored('shortcutsOff')?.includes('flows')) report({ type: 'dock.toggled' });
        });
      }),
    },
  });
  const { root } = inspected;
  return createActor(dock, { input: { session: root.sessionId, chart: 'app' } }).start();
}
