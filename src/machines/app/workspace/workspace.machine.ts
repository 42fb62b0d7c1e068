import { assign } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { PageChanged, RouteChanged } from '../../../router/route.ts';
import { profileMachine, type ProfileInput } from '../../accounts/profile/profile.machine.ts';
import { assistantPanelMachine } from '../../assistant/assistantPanel/assistantPanel.machine.ts';
import { childTable } from '../../parts/childTable.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { overlayMachine } from '../../parts/overlay/overlay.machine.ts';
import type { ResourcePort } from '../../parts/port.ts';
import { navigationRailMachine } from '../../shell/navigationRail/navigationRail.machine.ts';
import { paletteMachine } from '../../shell/palette/palette.machine.ts';
import { shortcutsMachine } from '../../shell/shortcuts/shortcuts.machine.ts';

export interface WorkspaceInput {
  now: () => number;
  port: ProfileInput['port'];
  resources: ResourcePort;
}

interface WorkspaceContext extends WorkspaceInput {
  /** What one of its machines threw. */
  fault: Failure | null;
}

type WorkspaceEvent = PageChanged | RouteChanged;

const { children, actors, invoke, forwarding } = childTable<WorkspaceContext, WorkspaceEvent>()({
  profile: { logic: profileMachine, input: ({ context: { port, resources } }) => ({ port, resources }) },
  navigationRail: {
    logic: navigationRailMachine,
    receives: { 'route.changed': 'Going to another page closes the navigation.' },
  },
  shortcuts: { logic: shortcutsMachine },
  palette: {
    logic: paletteMachine,
    input: ({ context: { port } }) => ({ port }),
    receives: { 'page.changed': 'The palette closes with the page below it.' },
  },
  shortcutSheet: {
    logic: overlayMachine,
    input: ({ context: { port } }) => ({ name: 'shortcutSheet', title: 'the list of shortcuts', port }),
    receives: { 'page.changed': 'So does the list of shortcuts.' },
  },
  assistantPanel: {
    logic: assistantPanelMachine,
    input: ({ context: { port, now, resources } }) => ({ port, now, resources }),
    receives: { 'route.changed': 'Each project has its conversations, and the address may open the panel.' },
  },
});

export const workspaceMachine = flowSetup({
  types: {
    input: {} as WorkspaceInput,
    context: {} as WorkspaceContext,
    events: {} as WorkspaceEvent,
    children,
  },
  actors,
  actions: {
    keepFault: assign((_, { error }: { error: unknown }) => ({ fault: failureOf(error) })),
  },
}).createMachine({
  id: 'workspace',
  description: 'What only a signed-in user needs on every page, and which of it receives which events.',
  context: ({ input }) => ({ ...input, fault: null }),
  initial: 'running',
  output: ({ context }) => context.fault,
  states: {
    running: {
      invoke: invoke({
        onError: {
          target: '#workspace.broken',
          actions: {
            type: 'keepFault' as const,
            params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
          },
          description: 'The application breaks with it, as with an error in any other machine.',
        },
      }),
      on: forwarding,
    },
    broken: { type: 'final', description: 'A machine failed. The output is the error it threw.' },
  },
});
