import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef, AnyEventObject, InspectionEvent, Snapshot } from 'xstate';
import { parentSession } from '../../trace/actorRef.ts';
import { isMachineSnapshot } from '../../trace/recorder.ts';
import { redact } from '../../trace/redact.ts';
import { sceneRefs } from '../../trace/scene.ts';
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
const asActor = (ref: AnyActorRef, snapshot: Snapshot<unknown>) => {
  const parent = parentSession(ref);
  return {
    sessionId: ref.sessionId, id: ref.id, send: () => {}, getSnapshot: () => snapshot,
    ...(isMachineSnapshot(snapshot) && { logic: snapshot.machine }),
    ...(parent !== null && { _parent: { sessionId: parent } }),
  };
};

let stop: (() => void) | null = null;

/**
 * Opens Stately's inspector in a window of its own and tells it of every actor from now on. Actors that live already are
 * introduced as they are. Only what has been redacted is given to the package at all.
 */
export async function openStately({ root }: Inspected): Promise<void> {
  if (!navigator.onLine) throw new Error('Stately’s inspector is a page on the internet, and there is no network. This inspector works without one.');
  stop?.();
  const inspector = createBrowserInspector({ autoStart: false, maxDeferredEvents: mostWaiting });
  inspector.start();
  if (!inspector.adapter.targetWindow) throw new Error('The browser has blocked the new window. Allow pop-ups for this site and try again.');
  const known = new Set<string>();
  // An actor is introduced when it has its first snapshot: when it is announced it has none yet.
  const introduce = (ref: AnyActorRef, snapshot: Snapshot<unknown>) => {
    if (known.has(ref.sessionId)) return;
    known.add(ref.sessionId);
    inspector.actor(asActor(ref, snapshot) as never, shown(snapshot));
  };
  for (const ref of sceneRefs(root)) introduce(ref, ref.getSnapshot() as Snapshot<unknown>);
  const { unsubscribe } = root.system.inspect((event: InspectionEvent) => {
    const ref = event.actorRef as AnyActorRef;
    switch (event.type) {
      case '@xstate.event': inspector.event(ref.sessionId, redact(event.event) as unknown as AnyEventObject, event.sourceRef ? { source: (event.sourceRef as AnyActorRef).sessionId } : {}); break;
      case '@xstate.snapshot':
        introduce(ref, event.snapshot);
        inspector.snapshot(ref.sessionId, shown(event.snapshot), { event: redact(event.event) as unknown as AnyEventObject });
        break;
    }
  });
  stop = () => {
    unsubscribe();
    inspector.stop();
  };
}
