import { fromCallback } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import { createServerSystem } from '../../inspector/trace/serverSystem.ts';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import { serverFlowsMachine, type FollowEnded } from '../../machines/inspector/serverFlows/serverFlows.machine.ts';
import { followServerFlows } from '../../services/inspector/serverFlows.ts';

/** The server's charts beside those of the page, and the actor that follows them. */
export function withServerFlows(page: SystemViewSource) {
  const server = createServerSystem({ now: Date.now });
  return {
    source: server.beside(page),
    serverFlows: serverFlowsMachine.provide({
      actors: {
        follow: fromCallback<FollowEnded, undefined>(({ sendBack }) => {
          const left = new AbortController();
          const follow = async (): Promise<null> => {
            const isSignedIn = await followServerFlows(server.receive, left.signal);
            if (!isSignedIn) server.clear();
            return null;
          };
          void follow()
            .catch(failureOf)
            .then((failure) => sendBack({ type: 'follow.ended', failure }));
          return () => left.abort();
        }),
      },
    }),
  };
}
