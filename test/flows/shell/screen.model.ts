import { screenMachine } from '../../../src/machines/shell/screen/screen.machine.ts';
import { layoutNames, type PageName } from '../../../src/router/pages.ts';
import { config } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { movedTo } from './access.model.ts';

const open = (
  path: string,
  name: PageName | null,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
) => {
  const { location, route } = movedTo(path, name === null ? null : { name, access: 'user', params }, query);
  return { type: 'screen.opened' as const, target: { location, route } };
};

/** Every layout has a flow here; a page uses those of its own. */
const layoutFlows = layoutNames;

export const screenModel: Model<typeof screenMachine> = {
  machine: screenMachine,
  input: (now, port) => ({ config, now, port, resources: { watch: () => () => {} } }),
  events: {
    'screen.opened': [
      open('/project/one', 'project', { ref: 'one' }),
      open('/project/one/editor', 'tables', { ref: 'one' }),
      open('/project/two', 'project', { ref: 'two' }),
      open('/projects', 'projects'),
      open('/account/sessions', 'accountSessions'),
      open('/forgot-password', 'forgotPassword'),
      open('/nowhere', null),
    ],
    'screen.closed': [{ type: 'screen.closed' }],
    'screen.retried': [{ type: 'screen.retried' }],
    'page.reloaded': [{ type: 'page.reloaded' }],
    'xstate.error.actor.layout.shell': [],
    'xstate.error.actor.layout.project': [],
    'xstate.error.actor.layout.account': [],
    'xstate.error.actor.layout.tables': [],
    'xstate.error.actor.layout.captcha': [],
  },
  answers: {
    reads: [],
    chunk: [
      { output: { hasFlow: true, layoutFlows } },
      { output: { hasFlow: false, layoutFlows } },
      { error: new Error('Failed to fetch dynamically imported module') },
    ],
    'layout.*': [{ error: new Error('The flow of the layout has a fault.') }],
    flow: [{ output: undefined }, { error: new Error('The flow has a fault.') }],
    next: [{ output: undefined }, { error: new Error('Failed to fetch dynamically imported module') }],
    reload: [{ output: undefined }, { error: new Error('refused') }],
    reach: [
      { output: { isServerReachable: true } },
      { output: { isServerReachable: false } },
      { error: new Error('nobody knows') },
    ],
    return: [{ output: undefined }, { error: new Error('nobody knows') }],
  },
  distinguish: ({ name, params }) => [name, params],
  invariants: [
    {
      says: 'What the page shows first is read while its code loads.',
      holds: (snapshot, { awaited }) => awaited.includes('reads') === snapshot.matches('loading'),
    },
    {
      says: 'A flow lives only while its screen is shown.',
      when: (_, { awaited }) => awaited.includes('flow'),
      holds: (snapshot) => snapshot.matches('running') && snapshot.context.name !== null,
    },
    {
      says: 'The flow of a layout that is visible is that of the address: never of another project than the page’s.',
      when: (snapshot) => snapshot.context.layouts.some(({ hasFlow }) => hasFlow),
      holds: ({ context: { layouts, params } }) =>
        layouts
          .filter(({ hasFlow }) => hasFlow)
          .every((layout) => Object.entries(layout.params).every(([segment, value]) => params[segment] === value)),
    },
    {
      says: 'A layout that is shared with the next page goes on, and hears of the page.',
      when: (snapshot, { before, event }) =>
        event?.type === 'screen.opened' &&
        before?.context.params !== snapshot.context.params &&
        snapshot.context.layouts.some(({ hasFlow }) => hasFlow),
      holds: ({ context: { layouts } }, { sent, before }) =>
        layouts
          .filter(({ hasFlow }) => hasFlow)
          .every(
            ({ name }) =>
              before!.context.layouts.some((layout) => layout.name === name && layout.hasFlow) &&
              sent.some(({ to, event }) => to === `layout.${name}` && event.type === 'page.changed'),
          ),
    },
    {
      says: 'Nothing is left of a screen that was closed.',
      when: (snapshot) => snapshot.matches('closed'),
      holds: ({ context: { name, layouts, failure, params } }, { awaited }) =>
        name === null &&
        layouts.length === 0 &&
        failure === null &&
        Object.keys(params).length === 0 &&
        awaited.length === 0,
    },
    {
      says: 'A page that did not come is not given up before it was asked whether the server is there.',
      when: (snapshot) => snapshot.matches('failed'),
      holds: (_, { before }) => before?.matches('loading') === false,
    },
    {
      says: 'Where there is no screen to show there is a reason to show.',
      when: (snapshot) => snapshot.matches('failed') || snapshot.matches('broken') || snapshot.matches('reloading'),
      holds: ({ context }) => context.failure !== null,
    },
  ],
};
