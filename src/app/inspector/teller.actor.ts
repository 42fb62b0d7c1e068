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
import { newsKey, type News } from '../../inspector/trace/received.ts';
import { isMachineSnapshot, tracedActor, tracedEvent, withinLimits } from '../../inspector/trace/recorder.ts';
import { redact, type Json } from '../../inspector/trace/redact.ts';
import { sceneRefs, timersOf } from '../../inspector/trace/scene.ts';
import {
  tellerMachine,
  type OtherPage,
  type TellerActor,
  type TellingAsked,
  type WindowReport,
} from '../../machines/inspector/teller/teller.machine.ts';
import { href } from '../../router/href.ts';
import {
  isOnline,
  openOtherWindow,
  statelyWords,
  typeOf,
  watchAsks,
  watchLeaving,
  type OtherWindow,
} from '../../services/browser/otherWindow.ts';
import type { Inspected } from './inspector.actor.ts';

const pages: Readonly<Record<OtherPage, { url: string; name: string; features?: string }>> = {
  stately: { url: 'https://stately.ai/inspect', name: 'xstateinspector' },
  own: { url: href('flowsReceiver'), name: 'basechart-flows', features: 'popup,width=1280,height=860' },
};

/** The package’s own protocol, as far as it is spoken here. */
type Speech = ReturnType<typeof createBrowserInspector>;

/** How one page is told. */
interface Dialect {
  /** Everything so far. */
  begin(): void;
  tell(event: InspectionEvent): void;
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
function statelyDialect({ root }: Inspected, speech: Speech): Dialect {
  const known = new Set<string>();
  // An actor is introduced when it has its first snapshot: when it is announced it has none yet.
  const introduce = (ref: AnyActorRef, snapshot: Snapshot<unknown>) => {
    if (known.has(ref.sessionId)) return;
    known.add(ref.sessionId);
    speech.actor(introduced(ref, snapshot), shown(snapshot));
  };
  return {
    begin() {
      known.clear();
      for (const ref of sceneRefs(root)) introduce(ref, ref.getSnapshot() as Snapshot<unknown>);
    },
    tell(event) {
      const ref = refOf(event);
      if (event.type === '@xstate.event') {
        speech.event(
          ref.sessionId,
          redact(event.event) as unknown as AnyEventObject,
          event.sourceRef ? { source: (event.sourceRef as AnyActorRef).sessionId } : {},
        );
      } else if (event.type === '@xstate.snapshot') {
        introduce(ref, event.snapshot);
        speech.snapshot(ref.sessionId, shown(event.snapshot), {
          event: redact(event.event) as unknown as AnyEventObject,
        });
      }
    },
  };
}

/** Our own page has the charts, and is told what a trace would hold: the last events too, from before it listened. */
function ownDialect({ root, recorder }: Inspected, speech: Speech): Dialect {
  const known = new Set<string>();
  /** The first event that has not been told. */
  let told = 0;
  const say = (session: string, news: News) => {
    const carrying = { status: 'active' as const, [newsKey]: news };
    speech.snapshot(session, carrying);
  };
  const timersFor = (session: string) => timersOf(root, session).slice(0, 100);
  return {
    begin() {
      const { version, actors, events } = recorder.take();
      told = recorder.count();
      known.clear();
      // The root first, although what it starts is heard of before it.
      for (const [index, actor] of actors
        .toSorted((a, b) => Number(b.parent === null) - Number(a.parent === null))
        .entries()) {
        known.add(actor.session);
        say(actor.session, { actor, timers: timersFor(actor.session), ...(index === 0 && { begins: version }) });
      }
      for (const event of events) say(event.actor, { event, timers: timersFor(event.actor) });
    },
    tell() {
      // The recorder hears of everything before anybody else, and knows besides what XState shows no snapshot of: what breaks a chart.
      const recorded = recorder.last();
      if (!recorded || recorded.seq < told) return;
      told = recorded.seq + 1;
      const { sessionId } = recorded.ref;
      const [traced] = withinLimits([tracedEvent(recorded)]);
      say(sessionId, {
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
function tellWindow(inspected: Inspected, page: OtherPage, other: OtherWindow, listened: () => void): () => void {
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
  const { begin, tell } = (page === 'own' ? ownDialect : statelyDialect)(inspected, inspector);
  const begins = () => {
    for (const greet of greeting) greet({ data: { type: statelyWords.listening } });
    isListening = true;
    begin();
    listened();
  };
  const unlisten = other.listen((data) => {
    if (typeOf(data) === statelyWords.listening) begins();
  });
  const { unsubscribe } = inspected.root.system.inspect((event: InspectionEvent) => {
    if (isListening) tell(event);
  });
  return () => {
    unlisten();
    unsubscribe();
    if (isListening && !other.isClosed()) inspector.stop();
  };
}

/** Starts the one who tells other windows of this one's actors, beside the application. */
export function startTeller(inspected: Inspected): TellerActor {
  let asker: OtherWindow | null = null;
  const teller = tellerMachine.provide({
    actors: {
      watchAsks: fromCallback<TellingAsked, undefined>(({ sendBack }) =>
        watchAsks((asking) => {
          asker = asking;
          sendBack({ type: 'telling.asked' });
        }),
      ),
      tell: fromCallback<WindowReport, { page: OtherPage; asked: boolean }>(
        ({ sendBack, input: { page: wanted, asked } }) => {
          const report = (fact: WindowReport) => sendBack(fact);
          const page = isOnline() ? wanted : 'own';
          const other = asked ? asker : openOtherWindow(pages[page]);
          if (!other)
            throw new Error('The browser has blocked the new window. Allow pop-ups for this site and try again.');
          report({ type: 'window.opened', page });
          const hush = tellWindow(inspected, page, other, () => report({ type: 'window.listened' }));
          // A page that is left may come back as it was: whoever wants to be told then asks again.
          const unwatch = watchLeaving(() => report({ type: 'window.closed' }));
          const timer = setInterval(() => {
            if (other.isClosed()) report({ type: 'window.closed' });
          }, timing.otherWindowLookMs);
          return () => {
            clearInterval(timer);
            unwatch();
            hush();
          };
        },
      ),
    },
  });
  return createActor(teller).start();
}
