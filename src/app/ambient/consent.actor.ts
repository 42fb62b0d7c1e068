import { fromCallback } from 'xstate';
import { consentMachine, type ChoiceFound, type ChoiceMade } from '../../machines/ambient/consent/consent.machine.ts';
import { keepConsent, readConsent, watchConsent } from '../../services/browser/consent.ts';

export const consent = consentMachine.provide({
  actors: {
    storage: fromCallback<ChoiceFound | ChoiceMade, undefined>(({ sendBack, receive }) => {
      receive((event) => {
        if (event.type === 'choice.made') keepConsent(event.choice);
      });
      const report = (choice: boolean | null) => sendBack({ type: 'choice.loaded', choice });
      report(readConsent());
      return watchConsent(report);
    }),
  },
});
