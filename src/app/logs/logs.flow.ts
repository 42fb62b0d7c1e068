import { fromCallback, fromPromise } from 'xstate';
import { isSameLogView, logViewIn, queryOfLogs, type LogView } from '../../contract/logs/logView.ts';
import {
  projectLogsMachine,
  type LogAddressChanged,
  type LogViewChosen,
  type SightChanged,
} from '../../machines/logs/projectLogs/projectLogs.machine.ts';
import { href } from '../../router/href.ts';
import { watchLocation } from '../../router/location.ts';
import { setQuery } from '../../router/useLocation.ts';
import { watchSight } from '../../services/browser/page.ts';
import { readLogs } from '../../services/logs/logs.ts';

export default projectLogsMachine.provide({
  actors: {
    readLogs: fromPromise(({ input, signal }) => readLogs(input, signal)),
    keepAddress: fromCallback<LogViewChosen, { ref: string; view: LogView }>(
      ({ input: { ref, view: first }, sendBack, receive }) => {
        let known = first;
        receive(({ view, replace }) => {
          known = view;
          setQuery(queryOfLogs(view), { replace });
        });
        return watchLocation(({ path, query }) => {
          const view = logViewIn(query);
          if (path !== href('logs', { ref }) || isSameLogView(view, known)) return;
          known = view;
          sendBack({ type: 'address.changed', view } satisfies LogAddressChanged);
        });
      },
    ),
    watchSight: fromCallback(({ sendBack }) =>
      watchSight((isShown) => sendBack({ type: isShown ? 'page.shown' : 'page.hidden' } satisfies SightChanged)),
    ),
  },
});
