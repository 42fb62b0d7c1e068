import {
  assistantPanelMachine,
  type OpennessChanged,
  type OpennessLoaded,
  type ProjectInput,
} from '../../machines/assistant/assistantPanel/assistantPanel.machine.ts';
import { currentLocation } from '../../router/location.ts';
import { matchRoute } from '../../router/matchRoute.ts';
import { assistantOpen } from '../../services/assistant/panelOpenness.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { lazyCharts } from '../parts/lazyCharts.ts';
import { storedValue } from '../parts/storedValue.ts';

/** The panel's code, which loads when it is first opened. */
const conversations = lazyCharts(async () => {
  const [flow] = await Promise.all([
    import('./assistantProject.flow.ts'),
    // The view mounts with the flow: both come in one round trip.
    import('../../views/assistant/AssistantSide.tsx'),
  ]);
  return { assistantProject: flow.default };
});

/** What opens it at the start: the address beats what is stored. */
function opennessAtStart(): OpennessLoaded {
  const { path, query } = currentLocation();
  const asked = query['aiAssistantPanelOpen'];
  const wasOpen = readStored(assistantOpen);
  return {
    type: 'openness.loaded',
    opens: asked === 'true' ? 'byAddress' : asked !== 'false' && wasOpen === true ? 'asBefore' : null,
    ref: matchRoute(path)?.params['ref'] ?? null,
    hasHistory: wasOpen !== null || readStored('assistantKept', readStored('owner') ?? '') === true,
  };
}

export const assistantPanel = assistantPanelMachine.provide({
  actors: {
    storage: storedValue<OpennessLoaded, OpennessChanged>({
      read: opennessAtStart,
      write: ({ open }) => void writeStored(assistantOpen, open),
    }),
    load: conversations.load,
    assistantProject: conversations.chart<ProjectInput['input']>(),
  },
});
