import { fromCallback, fromPromise } from 'xstate';
import { previewIds, type EnabledPreviews } from '../../contract/ambient/previews.ts';
import { ambientServicesMachine } from '../../machines/ambient/ambientServices/ambientServices.machine.ts';
import { clockMachine } from '../../machines/ambient/clock/clock.machine.ts';
import { flagsMachine } from '../../machines/ambient/flags/flags.machine.ts';
import {
  previewsMachine,
  type PreviewsFound,
  type PreviewSwitched,
} from '../../machines/ambient/previews/previews.machine.ts';
import { privacyMachine } from '../../machines/ambient/privacy/privacy.machine.ts';
import {
  smtpNoticeMachine,
  type DismissalsChanged,
  type DismissalsFound,
} from '../../machines/ambient/smtpNotice/smtpNotice.machine.ts';
import { telemetryMachine, type LeaveDue, type PageLeft } from '../../machines/ambient/telemetry/telemetry.machine.ts';
import { compareClocks } from '../../services/ambient/clock.ts';
import { readFlags } from '../../services/ambient/flags.ts';
import { tell, sendPageLeave, watchLeaving } from '../../services/ambient/telemetry.ts';
import { readConsent } from '../../services/browser/consent.ts';
import { readStored, removeStored, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

const flags = flagsMachine.provide({ actors: { readFlags: fromPromise(({ signal }) => readFlags(signal)) } });

const clock = clockMachine.provide({ actors: { compareClocks: fromPromise(({ signal }) => compareClocks(signal)) } });

const smtpNotice = smtpNoticeMachine.provide({
  actors: {
    storage: storedValue<DismissalsFound | DismissalsChanged>({
      watch: [['smtpBannerDismissed']],
      read: () => ({ type: 'dismissals.loaded', refs: readStored('smtpBannerDismissed')?.split(',') ?? [] }),
      write: ({ refs }) => {
        if (refs.length === 0) removeStored('smtpBannerDismissed');
        else writeStored('smtpBannerDismissed', refs.join(','));
      },
    }),
  },
});

const telemetry = telemetryMachine.provide({
  actors: {
    send: fromPromise(({ input, signal }) => tell(input.message, signal)),
    watchLeaving: fromCallback<PageLeft | LeaveDue, undefined>(({ sendBack, receive }) => {
      receive((event) => {
        if (event.type === 'leave.due') void sendPageLeave(event.location);
      });
      return watchLeaving(() => sendBack({ type: 'page.left' }));
    }),
  },
});

const privacy = privacyMachine.provide({ actors: { readConsent: fromPromise(async () => readConsent() === true) } });

const previews = previewsMachine.provide({
  actors: {
    storage: storedValue<PreviewsFound | PreviewSwitched>({
      watch: previewIds.map((id) => ['uiPreviews', id] as const),
      read: () => ({
        type: 'previews.loaded',
        enabled: Object.fromEntries(
          previewIds.map((id) => [id, readStored('uiPreviews', id) ?? false]),
        ) satisfies EnabledPreviews,
      }),
      write: (event) => {
        if (event.type === 'preview.switched') writeStored('uiPreviews', event.enabled, event.id);
      },
    }),
  },
});

export default ambientServicesMachine.provide({ actors: { flags, clock, smtpNotice, telemetry, privacy, previews } });
