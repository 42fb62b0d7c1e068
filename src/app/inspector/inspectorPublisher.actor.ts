import { createBrowserInspector } from '@statelyai/inspect';
import {
  createActor,
  fromCallback,
  type AnyActorRef,
  type AnyEventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { timing } from '../../contract/common/timing.ts';
import { parentSession } from '../../inspector/trace/actorRef.ts';
import { isMachineSnapshot, tracedActor, tracedEvent, withinLimits } from '../../inspector/trace/recorder.ts';
import { redact, type Json } from '../../inspector/trace/redact.ts';
import { inspectionKey, type InspectionMessage } from '../../inspector/trace/remoteSystem.ts';
import { actorRefsOf, timersOf } from '../../inspector/trace/systemView.ts';
import {
  inspectorPublisherMachine,
  type InspectorPage,
  type InspectorPublisherActor,
  type PublishRequested,
  type WindowReport,
} from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import { href } from '../../router/href.ts';
import {
  isOnline,
  openInspectorWindow,
  statelyMessages,
  typeOf,
  watchRequests,
  watchLeaving,
  type InspectorWindow,
} from '../../services/browser/inspectorWindow.ts';
import type { Inspected } from './inspector.actor.ts';

const pages: Readonly<Record<InspectorPage, { url: string; name: string; features?: string }>> = {
  stately: { url: 'https://stately.ai/inspect', name: 'xstateinspector' },
  own: { url: href('flowsReceiver'), name: 'basechart-flows', features: 'popup,width=1280,height=860' },
};

/** The package’s own protocol, as far as it is spoken here. */
type BrowserInspector = ReturnType<typeof createBrowserInspector>;

/** How one page is told. */
interface Protocol {
  /** Everything so far. */
  begin(): void;
  publish(event: InspectionEvent): void;
}

const refOf = (event: InspectionEvent) => event.actorRef as AnyActorRef;

/** All that leaves this page of a snapshot: no inputs of calls, and outputs without secrets. */
const shown = (snapshot: Snapshot<unknown>) => ({
  ...(redact({
    status: snapshot.status,
    ...('output' in snapshot && { output: snapshot.output }),
    ...('error' in snapshot && snapshot.error !== undefined && { error: snapshot.error }),
  }) as Readonly<Record<string, Json>> & Pick<Snapshot<unknown>, 'status'>),
  ...(isMachineSnapshot(snapshot) && { value: snapshot.value, context: redact(snapshot.context) }),
});

/** An actor as the package introduces it, whichever stand-in it was started as. */
const introduced = (ref: AnyActorRef, snapshot: Snapshot<unknown> | null) => {
  const parent = parentSession(ref);
  return {
    sessionId: ref.sessionId,
    id: ref.id,
    send: () => {},
    getSnapshot: () => snapshot,
    ...(snapshot && isMachineSnapshot(snapshot) && { logic: snapshot.machine }),
    ...(parent !== null && { _parent: { sessionId: parent } }),
  } as never;
};

/** Stately’s page draws a chart from its definition. Who lives already is introduced as they are. */
function statelyProtocol({ root }: Inspected, inspector: BrowserInspector): Protocol {
  const known = new Set<string>();
  // An actor is introduced when it has its first snapshot: when it is announced it has none yet.
  const introduce = (ref: AnyActorRef, snapshot: Snapshot<unknown>) => {
    if (known.has(ref.sessionId)) return;
    known.add(ref.sessionId);
    inspector.actor(introduced(ref, snapshot), shown(snapshot));
  };
  return {
    begin() {
      known.clear();
      for (const ref of actorRefsOf(root)) introduce(ref, ref.getSnapshot() as Snapshot<unknown>);
    },
    publish(event) {
      const ref = refOf(event);
      if (event.type === '@xstate.event') {
        inspector.event(
          ref.sessionId,
          redact(event.event) as unknown as AnyEventObject,
          event.sourceRef ? { source: (event.sourceRef as AnyActorRef).sessionId } : {},
        );
      } else if (event.type === '@xstate.snapshot') {
        introduce(ref, event.snapshot);
        inspector.snapshot(ref.sessionId, shown(event.snapshot), {
          event: redact(event.event) as unknown as AnyEventObject,
        });
      }
    },
  };
}

/** Our own page has the charts, and is told what a trace would hold: the last events too, from before it listened. */
function ownProtocol({ root, recorder }: Inspected, inspector: BrowserInspector): Protocol {
  const known = new Set<string>();
  /** The first event that has not been told. */
  let published = 0;
  const post = (session: string, inspection: InspectionMessage) => {
    const carrying = { status: 'active' as const, [inspectionKey]: inspection };
    inspector.snapshot(session, carrying);
  };
  const timersFor = (session: string) => timersOf(root, session).slice(0, 100);
  return {
    begin() {
      const { version, actors, events } = recorder.take();
      published = recorder.count();
      known.clear();
      // The root first, although what it starts is heard of before it.
      for (const [index, actor] of actors
        .toSorted((a, b) => Number(b.parent === null) - Number(a.parent === null))
        .entries()) {
        known.add(actor.session);
        post(actor.session, { actor, timers: timersFor(actor.session), ...(index === 0 && { begins: version }) });
      }
      for (const event of events) post(event.actor, { event, timers: timersFor(event.actor) });
    },
    publish() {
      // The recorder hears of everything before anybody else, and knows besides what XState shows no snapshot of: what breaks a chart.
      const recorded = recorder.last();
      if (!recorded || recorded.seq < published) return;
      published = recorded.seq + 1;
      const { sessionId } = recorded.ref;
      const [traced] = withinLimits([tracedEvent(recorded)]);
      post(sessionId, {
        ...(!known.has(sessionId) && { actor: tracedActor(recorded.ref, recorded.before) }),
        ...(traced && { event: traced }),
        timers: timersFor(sessionId),
      });
      known.add(sessionId);
    },
  };
}

/**
 * Tells a window of every actor, from the moment it listens; again from the beginning when it is loaded anew. The package is
 * given only what has been redacted, keeps nothing back for later, and posts through the guard that knows the origin.
 */
function publishTo(
  inspected: Inspected,
  page: InspectorPage,
  other: InspectorWindow,
  listened: () => void,
): () => void {
  let isListening = false;
  const greeting = new Set<(event: { data: unknown }) => void>();
  const inspector = createBrowserInspector({
    url: pages[page].url,
    autoStart: false,
    maxDeferredEvents: 0,
    serialize: (event) => event,
    window: {
      open: () => ({ postMessage: other.post }),
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) => greeting.add(listener),
    } as unknown as Window,
  });
  inspector.start();
  const { begin, publish } = (page === 'own' ? ownProtocol : statelyProtocol)(inspected, inspector);
  const begins = () => {
    for (const greet of greeting) greet({ data: { type: statelyMessages.listening } });
    isListening = true;
    begin();
    listened();
  };
  const unlisten = other.listen((data) => {
    if (typeOf(data) === statelyMessages.listening) begins();
  });
  const { unsubscribe } = inspected.root.system.inspect((event: InspectionEvent) => {
    if (isListening) publish(event);
  });
  return () => {
    unlisten();
    unsubscribe();
    if (isListening && !other.isClosed()) inspector.stop();
  };
}

/** Starts the one who tells other windows of this one's actors, beside the application. */
export function startInspectorPublisher(inspected: Inspected): InspectorPublisherActor {
  let requester: InspectorWindow | null = null;
  const publisher = inspectorPublisherMachine.provide({
    actors: {
      watchRequests: fromCallback<PublishRequested, undefined>(({ sendBack }) =>
        watchRequests((asking) => {
          requester = asking;
          sendBack({ type: 'publishing.requested' });
        }),
      ),
      publish: fromCallback<WindowReport, { page: InspectorPage; asked: boolean }>(
        ({ sendBack, input: { page: wanted, asked } }) => {
          const report = (fact: WindowReport) => sendBack(fact);
          const page = isOnline() ? wanted : 'own';
          const other = asked ? requester : openInspectorWindow(pages[page]);
          if (!other)
            throw new Error('The browser has blocked the new window. Allow pop-ups for this site and try again.');
          report({ type: 'window.opened', page });
          const unpublish = publishTo(inspected, page, other, () => report({ type: 'window.listened' }));
          // A page that is left may come back as it was: whoever wants to be told then asks again.
          const unwatch = watchLeaving(() => report({ type: 'window.closed' }));
          const timer = setInterval(() => {
            if (other.isClosed()) report({ type: 'window.closed' });
          }, timing.inspectorWindowPollMs);
          return () => {
            clearInterval(timer);
            unwatch();
            unpublish();
          };
        },
      ),
    },
  });
  return createActor(publisher).start();
}
