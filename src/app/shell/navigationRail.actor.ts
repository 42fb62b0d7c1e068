import {
  navigationRailMachine,
  type PinChosen,
  type RailReport,
} from '../../machines/shell/navigationRail/navigationRail.machine.ts';
import { watchMedia } from '../../services/browser/media.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

/** The specification's breakpoint "md, at or below 767"; styles call it `mdDown`. */
const narrow = '(width < 768px)';

export const navigationRail = navigationRailMachine.provide({
  actors: {
    page: storedValue<RailReport | PinChosen>({
      read: () => ({ type: 'pin.loaded', pinned: readStored('navigationPinned') ?? false }),
      write: (event) => {
        if (event.type === 'pin.chosen') writeStored('navigationPinned', event.pinned);
      },
      beside: (report) => watchMedia(narrow, (matches) => report({ type: 'layout.changed', narrow: matches })),
    }),
  },
});
