import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef, AnyEventObject, InspectionEvent, Snapshot } from 'xstate';
import { parentSession } from '../../trace/actorRef.ts';
import { isMachineSnapshot } from '../../trace/recorder.ts';
import { redact } from '../../trace/redact.ts';
import { sceneRefs } from '../../trace/scene.ts';
import { hereWhenOffline } from '../../services/popup.ts';
import type { Inspected } from './inspector.actor.ts';

const mostWaiting = 5_000;

/** All that leaves this page of a snapshot: no inputs and outputs of calls that could carry a secret past its key. */
const shown = (snapshot: Snapshot<unknown>) => ({
  status: snapshot.status,
  ...(isMachineSnapshot(snapshot) ? { value: snapshot.value, context: redact(snapshot.context) } : {}),
  ...('output' in snapshot && { output: redact(snapshot.output) }),
  ...('error' in snapshot && snapshot.error !== undefined && { error: redact(snapshot.error) }),
});

/** The chart of an actor, whichever stand-in it was started as. */
const asActor = (ref: AnyActorRef) => {
  const snapshot = ref.getSnapshot() as Snapshot<unknown>;
  const parent = parentSession(ref);
  return {
    sessionId: ref.sessionId, id: ref.id, send: () => {}, getSnapshot: () => snapshot,
    ...(isMachineSnapshot(snapshot) && { logic: snapshot.machine }),
    ...(parent !== null && { _parent: { sessionId: parent } }),
  };
};

let stop: (() => void) | null = null;

/**
 * Opens Stately's inspector in a window of its own, or without a network the page of ours that stands in for it, and tells it
 * of every actor from now on. Actors that live already are introduced as they are.
 */
export async function openStately({ root }: Inspected): Promise<void> {
  stop?.();
  const inspector = createBrowserInspector({
    autoStart: false, maxDeferredEvents: mostWaiting, ...hereWhenOffline('/_flows?received'),
  });
  inspector.start();
  if (!inspector.adapter.targetWindow) throw new Error('The browser has blocked the new window. Allow pop-ups for this site and try again.');
  const introduce = (ref: AnyActorRef) => inspector.actor(asActor(ref) as never, shown(ref.getSnapshot() as Snapshot<unknown>));
  for (const ref of sceneRefs(root)) introduce(ref);
  const { unsubscribe } = root.system.inspect((event: InspectionEvent) => {
    const ref = event.actorRef as AnyActorRef;
    switch (event.type) {
      case '@xstate.actor': introduce(ref); break;
      case '@xstate.event': inspector.event(ref.sessionId, redact(event.event) as unknown as AnyEventObject, event.sourceRef ? { source: (event.sourceRef as AnyActorRef).sessionId } : {}); break;
      case '@xstate.snapshot': inspector.snapshot(ref.sessionId, shown(event.snapshot), { event: redact(event.event) as unknown as AnyEventObject }); break;
    }
  });
  stop = () => {
    unsubscribe();
    inspector.stop();
  };
}
