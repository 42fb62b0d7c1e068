import { fromCallback } from 'xstate';
import {
  advisorsMachine,
  type IgnoredRecalled,
  type StoreIgnored,
} from '../../machines/advisors/advisors/advisors.machine.ts';
import { ignoredMax, lintIgnoreList } from '../../services/advisors/advisorEntries.ts';
import { readStored, watchStored, writeStored } from '../../services/browser/storage.ts';
import { addressSearch } from '../parts/addressSearch.ts';

export default advisorsMachine.provide({
  actors: {
    addressSearch,
    storeIgnored: fromCallback<StoreIgnored, { ref: string }>(({ input: { ref }, sendBack, receive }) => {
      const report = () =>
        sendBack({
          type: 'ignored.recalled',
          ignored: readStored(lintIgnoreList, ref) ?? [],
        } satisfies IgnoredRecalled);
      receive(({ ignored }) => void writeStored(lintIgnoreList, ignored.slice(-ignoredMax), ref));
      report();
      return watchStored(lintIgnoreList, ref, report);
    }),
  },
});
