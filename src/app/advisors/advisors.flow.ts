import {
  advisorsMachine,
  type IgnoredRecalled,
  type StoreIgnored,
} from '../../machines/advisors/advisors/advisors.machine.ts';
import { ignoredMax, lintIgnoreList } from '../../services/advisors/advisorEntries.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { addressSearch } from '../parts/addressSearch.ts';
import { storedValueBy } from '../parts/storedValue.ts';

export default advisorsMachine.provide({
  actors: {
    addressSearch,
    storeIgnored: storedValueBy<IgnoredRecalled, StoreIgnored, { ref: string }>(({ ref }) => ({
      watch: [[lintIgnoreList, ref]],
      read: () => ({ type: 'ignored.recalled', ignored: readStored(lintIgnoreList, ref) ?? [] }),
      write: ({ ignored }) => void writeStored(lintIgnoreList, ignored.slice(-ignoredMax), ref),
    })),
  },
});
