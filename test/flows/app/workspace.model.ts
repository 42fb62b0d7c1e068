import { workspaceMachine } from '../../../src/machines/app/workspace/workspace.machine.ts';
import { screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { movedTo } from '../shell/access.model.ts';

const fault = { error: new Error('A machine has a fault.') };

export const workspaceModel: Model<typeof workspaceMachine> = {
  machine: workspaceMachine,
  input: (now, port) => ({
    now,
    port,
    resources: screenInput().resources,
  }),
  events: {
    'page.changed': [{ type: 'page.changed' }],
    'route.changed': [movedTo('/projects', { name: 'projects', access: 'user' })],
  },
  answers: {
    profile: [fault],
    navigationRail: [fault],
    shortcuts: [fault],
    palette: [fault],
    shortcutSheet: [fault],
    assistantPanel: [fault],
  },
  distinguish: ({ fault: thrown }) => thrown !== null,
  invariants: [
    {
      says: 'What is heard is passed on as it was.',
      when: (_, { event, sent }) => event !== null && sent.length > 0,
      holds: (_, { event, sent }) => sent.every((message) => message.event === event),
    },
    {
      says: 'When a machine has a fault, nothing runs any more, and the output is the fault.',
      when: (snapshot) => snapshot.matches('broken'),
      holds: ({ context, output }, { awaited }) => output === context.fault && awaited.length === 0,
    },
  ],
};
