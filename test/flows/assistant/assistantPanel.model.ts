import type { AssistantRequest } from '../../../src/contract/assistant/conversation.ts';
import {
  assistantPanelMachine,
  type ProjectInput,
} from '../../../src/machines/assistant/assistantPanel/assistantPanel.machine.ts';
import type { RouteChanged } from '../../../src/router/route.ts';
import type { Model } from '../../support/paths.ts';

export const request: AssistantRequest = {
  text: 'Explain this error',
  attachments: [],
  state: { entity: { id: 'query:q1' } },
};

/** An address of a project, with or without the panel's parameter. */
export const at = (ref: string | null, open?: string): RouteChanged => ({
  type: 'route.changed',
  location: {
    path: ref === null ? '/projects' : `/project/${ref}`,
    query: open === undefined ? {} : { aiAssistantPanelOpen: open },
    href: '/',
  },
  route: ref === null ? null : { name: 'project', access: 'user', checked: true, params: { ref } },
});

const parameterIs = (event: RouteChanged, value: string) => event.location.query['aiAssistantPanelOpen'] === value;
const isShown = (snapshot: { matches: (state: never) => boolean }) =>
  snapshot.matches({ used: { visibility: 'open' } } as never);

export const assistantPanelModel: Model<typeof assistantPanelMachine> = {
  machine: assistantPanelMachine,
  input: (now, port) => ({ now, port, resources: { watch: () => () => {} } }),
  events: {
    'panel.toggled': [{ type: 'panel.toggled' }],
    'panel.closed': [{ type: 'panel.closed' }],
    'request.made': [{ type: 'request.made', request }],
    'proposal.made': [{ type: 'proposal.made', proposal: { ref: 'abc', sql: 'select 1' } }],
    'proposal.settled': [{ type: 'proposal.settled' }],
    'model.found': [],
    'openness.loaded': [],
    'route.changed': [at('abc'), at(null), at('abc', 'true'), at('abc', 'false')],
  },
  answers: {
    storage: [
      { sends: { type: 'openness.loaded', opens: 'byAddress', ref: 'abc', hasHistory: false } },
      { sends: { type: 'openness.loaded', opens: 'asBefore', ref: 'abc', hasHistory: true } },
      { sends: { type: 'openness.loaded', opens: null, ref: 'abc', hasHistory: false } },
      { error: new Error('no storage here') },
    ],
    model: [{ sends: { type: 'model.found' } }],
    chunk: [{ output: undefined }, { error: new Error('offline') }],
    project: [],
  },
  distinguish: ({ ref, request: asked, proposal }) => ({
    ref,
    asked: asked !== null,
    proposed: proposal !== null,
  }),
  invariants: [
    {
      says: 'Nothing of its code loads before the user, a screen or the address opens it.',
      when: (snapshot) => snapshot.matches('unused'),
      holds: (_, { awaited }) => awaited.every((id) => id === 'storage' || id === 'model'),
    },
    {
      says: 'A panel that was open before opens again only where a model answers.',
      when: (_, { before, event }) =>
        before !== null && before.matches({ unused: 'remembered' }) && event?.type !== 'model.found',
      holds: (snapshot, { event }) =>
        snapshot.matches('unused') || event?.type !== 'route.changed' || parameterIs(event, 'true'),
    },
    {
      says: 'Whether it is open is stored at every change.',
      when: (snapshot, { before, awaited }) =>
        snapshot.matches('used') &&
        before !== null &&
        isShown(snapshot) !== isShown(before) &&
        awaited.includes('storage'),
      holds: (snapshot, { sent }) =>
        sent.some(({ to, event }) => to === 'storage' && event['open'] === isShown(snapshot)),
    },
    {
      says: 'The address beats what is stored.',
      when: (_, { event }) =>
        event?.type === 'route.changed' && event.location.query['aiAssistantPanelOpen'] === 'true',
      holds: (snapshot) => snapshot.matches('loading') || isShown(snapshot),
    },
    {
      says: 'A screen’s question opens it, and reaches the conversation.',
      when: (snapshot, { event }) =>
        event?.type === 'request.made' && snapshot.matches({ used: { project: 'running' } }),
      holds: (snapshot, { sent }) => isShown(snapshot) && sent.some(({ to }) => to === 'project'),
    },
    {
      says: 'Conversations run only for the project of the address.',
      when: (_, { awaited }) => awaited.includes('project'),
      holds: ({ context }, { given }) => (given('project') as ProjectInput).input.ref === context.ref,
    },
  ],
};
