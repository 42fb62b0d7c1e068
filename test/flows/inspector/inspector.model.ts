import { inspectorMachine } from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import { inspected, opened } from '../../fixtures/inspected.ts';
import type { Model } from '../../support/paths.ts';

/** What the model and the script look at. */
export const view = inspected();

const { events, ...trace } = view.recorder.take();
const short = { ...trace, events: events.filter(({ actor }) => actor === view.root.sessionId).slice(0, 1) };
const { value, transitions } = view.source.view().events.find(({ seq }) => seq === 1)!;
const file = new File(['{}'], 'gate.json');

export const inspectorModel: Model<typeof inspectorMachine> = {
  machine: inspectorMachine,
  input: () => ({ session: view.root.sessionId, chart: 'gate' }),
  events: {
    'pulse.received': [],
    'view.shown': [{ type: 'view.shown' }],
    'view.hidden': [{ type: 'view.hidden' }],
    'actor.chosen': [{ type: 'actor.chosen', session: view.root.sessionId, chart: 'gate' }],
    'chart.chosen': [{ type: 'chart.chosen', chart: 'session' }],
    'reveal.requested': [{ type: 'reveal.requested', session: view.root.sessionId, chart: 'gate', value, transitions }],
    'part.chosen': [{ type: 'part.chosen', part: 'events' }],
    'branch.toggled': [{ type: 'branch.toggled', session: view.root.sessionId }],
    'pane.sized': [{ type: 'pane.sized', pane: 'facts', width: 400 }],
    'filter.changed': [{ type: 'filter.changed', filter: 'knock' }],
    'scope.toggled': [{ type: 'scope.toggled' }],
    'serverEvents.toggled': [{ type: 'serverEvents.toggled' }],
    'event.opened': [{ type: 'event.opened', seq: 1 }],
    'trace.opened': [{ type: 'trace.opened', file }],
    'step.set': [
      { type: 'step.set', step: 0 },
      { type: 'step.set', step: -1 },
    ],
    'following.toggled': [{ type: 'following.toggled' }],
    'playing.started': [{ type: 'playing.started' }],
    'playing.stopped': [{ type: 'playing.stopped' }],
    'live.chosen': [{ type: 'live.chosen' }],
    'save.requested': [{ type: 'save.requested' }],
    'names.toggled': [{ type: 'names.toggled' }],
    'failure.dismissed': [{ type: 'failure.dismissed' }],
  },
  answers: {
    server: [],
    chart: [{ error: new Error('A mistake in the chart.') }],
    pulse: [
      { sends: { type: 'pulse.received', count: 4, at: 1_700_000_000_500, actors: view.source.actors() } },
      {
        sends: {
          type: 'pulse.received',
          count: 5,
          at: 1_700_000_000_600,
          actors: [{ session: 'x:99', id: 'gate', parent: null, chart: 'gate', value: 'closed' }],
        },
      },
      { error: new Error('No clock here.') },
    ],
    list: [
      {
        output: [
          { id: 'gate', description: 'A gate with a keeper.' },
          { id: 'session', description: null },
        ],
      },
      { error: new Error('The list did not come.') },
    ],
    trace: [{ output: opened(short, 'file') }, { error: new Error('This file is no trace.') }],
    save: [{ output: undefined }, { error: new Error('The disk is full.') }],
  },
  // Whether the chosen actor still stands where it was chosen.
  distinguish: ({ step, session, actorPath }) => [step, session, actorPath],
  invariants: [
    {
      says: 'A trace is looked at exactly while there is one, at a step that it has.',
      when: (snapshot) => snapshot.matches('working'),
      holds: (snapshot) => {
        const { trace: shown, step } = snapshot.context;
        return (
          snapshot.matches({ working: { source: 'traced' } }) === (shown !== null) &&
          (shown === null || (step >= -1 && step < shown.events.length))
        );
      },
    },
    {
      says: 'Who is looked at lives, or nobody does who stands in its place or above.',
      when: (snapshot, { before }) =>
        snapshot.matches({ working: { source: { live: 'watching' } } }) &&
        before !== null &&
        before.context.seen !== snapshot.context.seen,
      holds: ({ context: { session, seen } }) => session === null || seen.some((actor) => actor.session === session),
    },
    {
      says: 'The running application is looked at only while somebody looks, and no trace is open.',
      holds: (snapshot, { awaited }) =>
        awaited.includes('pulse') === snapshot.matches({ working: { source: { live: 'watching' } } }),
    },
  ],
};
