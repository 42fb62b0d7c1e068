import { consentMachine, type ChoiceFound, type ChoiceMade } from '../../machines/ambient/consent/consent.machine.ts';
import { keepConsent, readConsent } from '../../services/browser/consent.ts';
import { storedValue } from '../parts/storedValue.ts';

export const consent = consentMachine.provide({
  actors: {
    storage: storedValue<ChoiceFound | ChoiceMade>({
      watch: ['telemetryConsent'],
      read: () => ({ type: 'choice.loaded', choice: readConsent() }),
      write: (event) => {
        if (event.type === 'choice.made') keepConsent(event.choice);
      },
    }),
  },
});
