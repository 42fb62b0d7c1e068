import { createBrowserReceiver } from '@statelyai/inspect';
import { fromCallback } from 'xstate';
import { inspectorTiming } from '../../contract/inspector/inspectorTiming.ts';
import { remoteSystem } from '../../inspector/trace/remoteSystem.ts';
import { receiverMachine, type OpenerReport } from '../../machines/inspector/receiver/receiver.machine.ts';
import { findOpener, statelyMessages, typeOf } from '../../services/browser/inspectorWindow.ts';
import { inspectorOf } from './inspector.actor.ts';

export default receiverMachine.provide({
  actors: {
    inspector: inspectorOf(remoteSystem),
    watchOpener: fromCallback<OpenerReport, { isOffered: boolean }>(({ sendBack, input }) => {
      const report = (fact: OpenerReport) => sendBack(fact);
      if (!input.isOffered) {
        report({ type: 'inspection.refused' });
        return undefined;
      }
      const opener = findOpener();
      if (!opener || opener.isClosed()) {
        report({ type: 'opener.missing' });
        return undefined;
      }
      /** The window that publishes; null without one. */
      let publisher: object | null = null;
      const listeners = new Set<(event: { data: unknown }) => void>();
      const top = {};
      const receiver = createBrowserReceiver({
        // The package accepts messages from every window and broadcasts its own, so it gets a window object that knows
        // only the opener.
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
        if (!publisher) return;
        publisher = null;
        report({ type: 'publisher.disconnected' });
      };
      const { unsubscribe } = receiver.subscribe((message) => {
        const inspection = remoteSystem.receive(message);
        if (inspection?.begins === undefined || !inspection.actor) return;
        publisher = opener.shownPage();
        report({
          type: 'publisher.connected',
          session: inspection.actor.session,
          chart: inspection.actor.machine ?? 'app',
        });
      });
      const unlisten = opener.listen((data) => {
        for (const listener of listeners) listener({ data });
        if (typeOf(data) === statelyMessages.over) ended();
      });
      const timer = setInterval(() => {
        if (opener.isClosed()) {
          clearInterval(timer);
          report({ type: 'opener.missing' });
          return;
        }
        const page = opener.shownPage();
        // A page that is reloaded, or fails, does not report it.
        if (page !== publisher) ended();
        if (page && !publisher) opener.post({ type: statelyMessages.listening });
      }, inspectorTiming.inspectorWindowPollMs);
      return () => {
        clearInterval(timer);
        unlisten();
        unsubscribe();
      };
    }),
  },
});
