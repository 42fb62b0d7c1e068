import { createBrowserInspector } from '@statelyai/inspect';
import {
  createActor,
  fromCallback,
  type AnyActorRef,
  type AnyEventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { inspectorTiming } from '../../contract/inspector/inspectorTiming.ts';
import { parentSession } from '../../inspector/trace/actorRef.ts';
import type { ReplaceNames } from '../../inspector/trace/names.ts';
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

/** The part of the package’s protocol that is used here. */
type BrowserInspector = ReturnType<typeof createBrowserInspector>;

/** How events reach one page. */
interface Protocol {
  /** Sends everything recorded so far. */
  begin(): void;
  publish(event: InspectionEvent): void;
}

const refOf = (event: InspectionEvent) => event.actorRef as AnyActorRef;

/** What may leave this page: no secrets, no names that users have given, and no inputs of promises. */
function sharing(replaceNames: ReplaceNames) {
  const withoutNames = (data: unknown) => replaceNames.inData(redact(data) as Readonly<Record<string, Json>>);
  return {
    event: (event: AnyEventObject): AnyEventObject => ({ ...withoutNames(event), type: event.type }),
    snapshot: (snapshot: Snapshot<unknown>) => ({
      ...withoutNames({
        ...('output' in snapshot && { output: snapshot.output }),
        ...('error' in snapshot && snapshot.error !== undefined && { error: snapshot.error }),
      }),
      status: snapshot.status,
      ...(isMachineSnapshot(snapshot) && { value: snapshot.value, context: withoutNames(snapshot.context) }),
    }),
  };
}

/** An actor as the package introduces it, without its placeholder. */
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

/** Stately’s page draws a chart from its definition. Running actors are introduced with their current snapshots. */
function statelyProtocol({ root }: Inspected, inspector: BrowserInspector, replaceNames: ReplaceNames): Protocol {
  const known = new Set<string>();
  const shared = sharing(replaceNames);
  // An actor is introduced with its first snapshot, which it does not have yet when it is reported.
  const introduce = (ref: AnyActorRef, snapshot: Snapshot<unknown>) => {
    if (known.has(ref.sessionId)) return;
    known.add(ref.sessionId);
    inspector.actor(introduced(ref, snapshot), shared.snapshot(snapshot));
  };
  return {
    begin() {
      known.clear();
      const snapshots = actorRefsOf(root).map((ref) => [ref, ref.getSnapshot() as Snapshot<unknown>] as const);
      // The names that any actor holds are known before the first is shown.
      for (const [, snapshot] of snapshots) shared.snapshot(snapshot);
      for (const [ref, snapshot] of snapshots) introduce(ref, snapshot);
    },
    publish(event) {
      const ref = refOf(event);
      if (event.type === '@xstate.event') {
        inspector.event(
          ref.sessionId,
          shared.event(event.event),
          event.sourceRef ? { source: (event.sourceRef as AnyActorRef).sessionId } : {},
        );
      } else if (event.type === '@xstate.snapshot') {
        introduce(ref, event.snapshot);
        inspector.snapshot(ref.sessionId, shared.snapshot(event.snapshot), {
          event: shared.event(event.event),
        });
      }
    },
  };
}

/** Our own page has the charts, and gets the content of a trace, including the events from before it connected. */
function ownProtocol({ root, recorder }: Inspected, inspector: BrowserInspector): Protocol {
  const known = new Set<string>();
  /** The first event that has not been sent. */
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
      // The root first, although its children are reported before it.
      for (const [index, actor] of actors
        .toSorted((a, b) => Number(b.parent === null) - Number(a.parent === null))
        .entries()) {
        known.add(actor.session);
        post(actor.session, { actor, timers: timersFor(actor.session), ...(index === 0 && { begins: version }) });
      }
      for (const event of events) post(event.actor, { event, timers: timersFor(event.actor) });
    },
    publish() {
      // The recorder observes every event before other listeners, and also those without a snapshot from XState: errors
      // of a chart.
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
 * Sends the events of every actor to a window, from the moment it listens; again from the beginning after it was
 * reloaded. The package only gets redacted data, buffers nothing, and posts through the guard that checks the origin.
 */
function publishTo(
  inspected: Inspected,
  page: InspectorPage,
  other: InspectorWindow,
  listened: () => void,
): () => void {
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
  const loading =
    page === 'own'
      ? Promise.resolve(ownProtocol(inspected, inspector))
      : import('./nameReplacement.ts').then(({ default: names }) => statelyProtocol(inspected, inspector, names));
  // A window that gets nothing is told of as one that does not respond.
  loading.catch(() => undefined);
  let protocol: Protocol | null = null;
  let isOver = false;
  const begins = async () => {
    const loaded = await loading;
    if (isOver) return;
    for (const greet of greeting) greet({ data: { type: statelyMessages.listening } });
    protocol = loaded;
    loaded.begin();
    listened();
  };
  const unlisten = other.listen((data) => {
    if (typeOf(data) === statelyMessages.listening) begins().catch(() => undefined);
  });
  const { unsubscribe } = inspected.root.system.inspect((event: InspectionEvent) => protocol?.publish(event));
  return () => {
    isOver = true;
    unlisten();
    unsubscribe();
    if (protocol && !other.isClosed()) inspector.stop();
  };
}

/** Starts the publisher of this window's actors, beside the application. */
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
          // A page from the back/forward cache continues: the receiving window then asks again.
          const unwatch = watchLeaving(() => report({ type: 'window.closed' }));
          const timer = setInterval(() => {
            if (other.isClosed()) report({ type: 'window.closed' });
          }, inspectorTiming.inspectorWindowPollMs);
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
