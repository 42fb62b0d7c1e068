import { fromPromise } from 'xstate';
import { consentMachine, type ChoiceFound, type ChoiceMade } from '../../machines/ambient/consent/consent.machine.ts';
import { keepConsent, readConsent } from '../../services/browser/consent.ts';
import { untilPainted } from '../../services/browser/page.ts';
import { storedValue } from '../parts/storedValue.ts';

/** `pageSettled` waits for the page that the visitor came for, which the question must not delay. */
export const consent = (pageSettled: (signal: AbortSignal) => Promise<void>) =>
  consentMachine.provide({
    actors: {
      awaitPage: fromPromise(async ({ signal }) => {
        await pageSettled(signal);
        await untilPainted(signal);
      }),
      storage: storedValue<ChoiceFound | ChoiceMade>({
        watch: [['telemetryConsent']],
        read: () => ({ type: 'choice.loaded', choice: readConsent() }),
        write: (event) => {
          if (event.type === 'choice.made') keepConsent(event.choice);
        },
      }),
    },
  });
