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
import { readStored, removeStored, watchStored, writeStored } from '../../services/browser/storage.ts';

const flags = flagsMachine.provide({ actors: { readFlags: fromPromise(({ signal }) => readFlags(signal)) } });

const clock = clockMachine.provide({ actors: { compareClocks: fromPromise(({ signal }) => compareClocks(signal)) } });

const smtpNotice = smtpNoticeMachine.provide({
  actors: {
    storage: fromCallback<DismissalsFound | DismissalsChanged, undefined>(({ sendBack, receive }) => {
      receive((event) => {
        if (event.type === 'dismissals.loaded') return;
        if (event.refs.length === 0) removeStored('smtpBannerDismissed');
        else writeStored('smtpBannerDismissed', event.refs.join(','));
      });
      const report = (text: string | null) =>
        sendBack({ type: 'dismissals.loaded', refs: text === null ? [] : text.split(',') });
      report(readStored('smtpBannerDismissed'));
      return watchStored('smtpBannerDismissed', undefined, report);
    }),
  },
});

const telemetry = telemetryMachine.provide({
  actors: {
    send: fromPromise(({ input, signal }) => tell(input.message, signal)),
    watchLeaving: fromCallback<PageLeft | LeaveDue, undefined>(({ sendBack, receive }) => {
      receive((event) => {
        if (event.type === 'leave.due') void sendPageLeave(event.place);
      });
      return watchLeaving(() => sendBack({ type: 'page.left' }));
    }),
  },
});

const privacy = privacyMachine.provide({ actors: { readConsent: fromPromise(async () => readConsent() === true) } });

const previews = previewsMachine.provide({
  actors: {
    storage: fromCallback<PreviewsFound | PreviewSwitched, undefined>(({ sendBack, receive }) => {
      receive((event) => {
        if (event.type === 'preview.switched') writeStored('uiPreviews', event.enabled, event.id);
      });
      const report = () =>
        sendBack({
          type: 'previews.loaded',
          enabled: Object.fromEntries(
            previewIds.map((id) => [id, readStored('uiPreviews', id) ?? false]),
          ) satisfies EnabledPreviews,
        });
      report();
      const stops = previewIds.map((id) => watchStored('uiPreviews', id, report));
      return () => stops.forEach((stop) => stop());
    }),
  },
});

export default ambientServicesMachine.provide({ actors: { flags, clock, smtpNotice, telemetry, privacy, previews } });
