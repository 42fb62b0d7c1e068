import { fromCallback } from 'xstate';
import {
  navigationRailMachine,
  type PinChosen,
  type RailReport,
} from '../../machines/shell/navigationRail/navigationRail.machine.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';

/** The specification's step "md, at or below 767"; styles say `mdDown`. */
const narrow = '(width < 768px)';

export const navigationRail = navigationRailMachine.provide({
  actors: {
    page: fromCallback<RailReport | PinChosen, undefined>(({ sendBack, receive }) => {
      const report = (fact: RailReport) => sendBack(fact);
      receive((event) => {
        if (event.type === 'pin.chosen') writeStored('navigationPinned', event.pinned);
      });
      report({ type: 'pin.loaded', pinned: readStored('navigationPinned') ?? false });
      return watchMedia(narrow, (matches) => report({ type: 'layout.changed', narrow: matches }));
    }),
  },
});
