import { isRecord } from '../../contract/common/isRecord.ts';
import { withinLimits } from './recorder.ts';
import { createRemoteSystem, inspectionKey } from './remoteSystem.ts';
import type { SystemViewSource } from './source.ts';
import type { ActorSummary, SystemView } from './systemView.ts';
import type { Trace } from './trace.ts';

/** The session of the actor that stands for the server, above its actors; theirs begin with it. */
export const serverSession = 'server';
export const isOfServer = (session: string): boolean => session.startsWith(serverSession);

const sessionOf = (session: unknown): unknown =>
  typeof session === 'string' ? `${serverSession}:${session}` : session;

/** The server counts its events separately: here they come between those of the page. */
const seqStep = 1e-6;

interface ServerSystem {
  /** Takes one line of the server's answer; an invalid one has no effect. */
  receive(line: unknown): void;
  /** Forgets all of it: its user has signed out. */
  clear(): void;
  /** The page's system, with the server's actors in it. */
  beside(page: SystemViewSource): SystemViewSource;
}

/** The charts of the server, as far as it shows them to this page. */
export function createServerSystem({ now }: { now: () => number }): ServerSystem {
  const system = createRemoteSystem({ now });
  let count = 0;
  let pageCount = () => 0;

  const take = (message: object) => system.receive({ snapshot: { [inspectionKey]: message } });

  return {
    receive(line) {
      if (!isRecord(line)) return;
      count += 1;
      const { actor, event, begins } = line;
      const server = { session: serverSession, id: serverSession, parent: null, machine: null, start: null };
      if (begins !== undefined) take({ begins, actor: server });
      else
        take({
          ...line,
          ...(isRecord(actor) && {
            actor: {
              ...actor,
              session: sessionOf(actor['session']),
              parent: sessionOf(actor['parent']) ?? serverSession,
            },
          }),
          ...(isRecord(event) && {
            event: {
              ...event,
              seq: pageCount() - 1 + count * seqStep,
              actor: sessionOf(event['actor']),
              from: sessionOf(event['from']),
            },
          }),
        });
    },
    clear() {
      if (system.take().actors.length === 0) return;
      count += 1;
      take({ begins: '' });
    },
    beside(page) {
      pageCount = page.count;
      const actorsBeside = (own: readonly ActorSummary[]): ActorSummary[] => {
        const root = own.find(({ parent }) => parent === null);
        return [
          ...own,
          ...system
            .actors()
            .filter(({ status }) => status === 'active')
            .map((actor) => ({ ...actor, depth: actor.depth + 1, parent: actor.parent ?? root?.session ?? null })),
        ];
      };
      return {
        count: () => page.count() + count,
        hasTimers: () => page.hasTimers() || system.hasTimers(),
        actors: () => actorsBeside(page.actors()),
        view(): SystemView {
          const [own, others] = [page.view(), system.view()];
          return {
            actors: actorsBeside(own.actors),
            events: [...own.events, ...others.events].toSorted((a, b) => a.seq - b.seq),
            look: (session) => (isOfServer(session) ? others : own).look(session),
            payload: (seq) => (Number.isInteger(seq) ? own : others).payload(seq),
          };
        },
        drawing: page.drawing,
        take: () => withServer(page.take(), system.take()),
      };
    },
  };
}

/** One trace of both, in the order of time. */
function withServer(page: Trace, server: Trace): Trace {
  if (server.actors.length === 0) return page;
  const root = page.actors.find(({ parent }) => parent === null)?.session ?? null;
  const first = page.events[0]?.seq ?? 0;
  const events = [...page.events, ...server.events].toSorted((a, b) => a.at - b.at || a.seq - b.seq);
  return {
    ...page,
    actors: [
      ...page.actors,
      ...server.actors.map((actor) => (actor.session === serverSession ? { ...actor, parent: root } : actor)),
    ],
    events: withinLimits(events.map((event, index) => ({ ...event, seq: first + index }))),
  };
}
