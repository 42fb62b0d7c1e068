import { assign } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { PageChanged, RouteChanged } from '../../../router/route.ts';
import { profileMachine, type ProfileInput } from '../../accounts/profile/profile.machine.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { forwardingTransitions, type Forwarding } from '../../parts/forwarding.ts';
import { overlayMachine } from '../../parts/overlay/overlay.machine.ts';
import type { ResourcePort } from '../../parts/port.ts';
import { navigationRailMachine } from '../../shell/navigationRail/navigationRail.machine.ts';
import { paletteMachine } from '../../shell/palette/palette.machine.ts';
import { shortcutsMachine } from '../../shell/shortcuts/shortcuts.machine.ts';

export interface WorkspaceInput {
  port: ProfileInput['port'];
  resources: ResourcePort;
}

interface WorkspaceContext extends WorkspaceInput {
  /** What one of its machines threw. */
  fault: Failure | null;
}

type WorkspaceEvent = PageChanged | RouteChanged;

type Children = {
  profile: 'profile';
  navigationRail: 'navigationRail';
  shortcuts: 'shortcuts';
  palette: 'palette';
  shortcutSheet: 'overlay';
};

const forwarding = {
  'route.changed': { to: ['navigationRail'], why: 'Going to another page closes the navigation.' },
  'page.changed': { to: ['palette', 'shortcutSheet'], why: 'What is open over a page closes with it.' },
} as const satisfies Record<WorkspaceEvent['type'], Forwarding<keyof Children>>;

/** The application breaks with it, as with a fault of any other machine. */
const breaking = {
  target: '#workspace.broken',
  actions: {
    type: 'keepFault' as const,
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
};

export const workspaceMachine = flowSetup({
  types: {
    input: {} as WorkspaceInput,
    context: {} as WorkspaceContext,
    events: {} as WorkspaceEvent,
    children: {} as Children,
  },
  actors: {
    profile: profileMachine,
    navigationRail: navigationRailMachine,
    shortcuts: shortcutsMachine,
    palette: paletteMachine,
    overlay: overlayMachine,
  },
  actions: {
    keepFault: assign((_, { error }: { error: unknown }) => ({ fault: failureOf(error) })),
  },
}).createMachine({
  id: 'workspace',
  description: 'What only a signed-in user needs on every page, and who of it hears what.',
  context: ({ input }) => ({ ...input, fault: null }),
  initial: 'running',
  output: ({ context }) => context.fault,
  states: {
    running: {
      invoke: [
        {
          id: 'profile',
          src: 'profile',
          input: ({ context: { port, resources } }) => ({ port, resources }),
          onError: breaking,
        },
        { id: 'navigationRail', src: 'navigationRail', onError: breaking },
        { id: 'shortcuts', src: 'shortcuts', onError: breaking },
        { id: 'palette', src: 'palette', input: ({ context: { port } }) => ({ port }), onError: breaking },
        {
          id: 'shortcutSheet',
          src: 'overlay',
          input: ({ context: { port } }) => ({ name: 'shortcutSheet', title: 'The list of shortcuts', port }),
          onError: breaking,
        },
      ],
      on: forwardingTransitions<WorkspaceContext, WorkspaceEvent, WorkspaceEvent['type']>(forwarding),
    },
    broken: { type: 'final', description: 'A machine has a fault. The output is what it threw.' },
  },
});
