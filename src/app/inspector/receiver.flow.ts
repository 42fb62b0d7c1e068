import { createBrowserReceiver } from '@statelyai/inspect';
import { fromCallback } from 'xstate';
import { timing } from '../../contract/common/timing.ts';
import { received } from '../../inspector/trace/received.ts';
import { receiverMachine, type OpenerReport } from '../../machines/inspector/receiver/receiver.machine.ts';
import { findOpener, statelyWords, typeOf } from '../../services/browser/otherWindow.ts';
import { inspectorOf } from './inspector.actor.ts';

export default receiverMachine.provide({
  actors: {
    inspector: inspectorOf(received),
    watchOpener: fromCallback<OpenerReport, { isOffered: boolean }>(({ sendBack, input }) => {
      const report = (fact: OpenerReport) => sendBack(fact);
      if (!input.isOffered) {
        report({ type: 'reception.refused' });
        return undefined;
      }
      const opener = findOpener();
      if (!opener || opener.isClosed()) {
        report({ type: 'opener.missed' });
        return undefined;
      }
      /** The page that tells; null while none does. */
      let teller: object | null = null;
      const listeners = new Set<(event: { data: unknown }) => void>();
      const top = {};
      const receiver = createBrowserReceiver({
        // The package takes messages from anybody and speaks to everybody: its window is one in which only the opener exists.
        window: {
          self: top,
          top,
          opener: {
            postMessage: (data: unknown) => {
              if (opener.shownPage()) opener.post(data);
            },
          },
          addEventListener: (_: string, listener: (event: { data: unknown }) => void) => listeners.add(listener),
        } as unknown as Window,
      });
      const ended = () => {
        if (!teller) return;
        teller = null;
        report({ type: 'telling.ended' });
      };
      const { unsubscribe } = receiver.subscribe((message) => {
        const news = received.hear(message);
        if (news?.begins === undefined || !news.actor) return;
        teller = opener.shownPage();
        report({ type: 'telling.began', session: news.actor.session, chart: news.actor.machine ?? 'app' });
      });
      const unlisten = opener.listen((data) => {
        for (const listener of listeners) listener({ data });
        if (typeOf(data) === statelyWords.over) ended();
      });
      const timer = setInterval(() => {
        if (opener.isClosed()) {
          clearInterval(timer);
          report({ type: 'opener.missed' });
          return;
        }
        const page = opener.shownPage();
        // A page that is loaded anew, or breaks, does not say so.
        if (page !== teller) ended();
        if (page && !teller) opener.post({ type: statelyWords.listening });
      }, timing.otherWindowLookMs);
      return () => {
        clearInterval(timer);
        unlisten();
        unsubscribe();
      };
    }),
  },
});
