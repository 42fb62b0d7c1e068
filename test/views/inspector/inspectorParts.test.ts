/** What the flow inspector decides without a page. */
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../../src/inspector/chart/drawing.ts';
import type { ActorSummary, EventSummary } from '../../../src/inspector/trace/systemView.ts';
import { groupedRows } from '../../../src/views/inspector/actorGroups.ts';
import { shortName, typedMatch } from '../../../src/views/inspector/ActorTree.tsx';
import { matchesEvent, senderOf, shownEvents } from '../../../src/views/inspector/EventLog.tsx';
import { roomFor } from '../../../src/views/inspector/inspectorLayout.ts';
import { sortedAsked } from '../../../src/views/inspector/NowPanel.tsx';
import { treeMove, visibleRows } from '../../../src/views/parts/treeRows.ts';
import { gateMachine } from '../../fixtures/inspected.ts';

const event = (type: string): EventSummary => ({
  seq: 1,
  at: 0,
  session: 'x:1',
  actor: '/projects',
  chart: 'resource',
  from: null,
  type,
  stateText: 'value.failed',
  value: { value: 'failed' },
  transitions: [],
});

describe('the filter of the event log', () => {
  it.each([
    ['xstate.error.actor.read', 'read fails'],
    ['xstate.done.actor.read', 'answers'],
    ['xstate.init', 'starts'],
    ['xstate.after.tick.session.present', 'after tick'],
  ])('finds %s by what its row says, and by its own name', (type, words) => {
    expect(matchesEvent(event(type), words)).toBe(true);
    expect(matchesEvent(event(type), type)).toBe(true);
    expect(matchesEvent(event(type), 'value.failed')).toBe(true);
    expect(matchesEvent(event(type), 'no such thing')).toBe(false);
  });
});

it('hides the server’s events in the log, except at the step of a trace or of the only actor', () => {
  const own = { ...event('resource.observed'), seq: 1 };
  const ofServer = { ...event('xstate.after.pollInterval'), seq: 1.5, session: 'server:x:1', actor: 'reconciler' };
  const seqs = (given: Partial<Parameters<typeof shownEvents>[1]>) =>
    shownEvents([own, ofServer], { only: null, wanted: '', showsServer: false, currentSeq: null, ...given }).map(
      ({ seq }) => seq,
    );
  expect(seqs({})).toEqual([1]);
  expect(seqs({ wanted: 'reconciler' })).toEqual([]);
  expect(seqs({ showsServer: true })).toEqual([1, 1.5]);
  expect(seqs({ showsServer: true, wanted: 'reconciler' })).toEqual([1.5]);
  expect(seqs({ currentSeq: 1.5 })).toEqual([1, 1.5]);
  expect(seqs({ only: ofServer.session })).toEqual([1.5]);
});

it('says who sent an event, unless it came from elsewhere or from the actor itself', () => {
  const cause: EventSummary = { ...event('resource.observed'), seq: 2, session: 'x:0', actor: 'cache' };
  const effect: EventSummary = { ...event('resource.observed'), from: 'x:0' };
  expect(senderOf([effect, cause], effect)).toBe('cache');
  expect(senderOf([effect, cause], cause)).toBeNull();
  expect(senderOf([effect], { ...effect, from: effect.session })).toBeNull();
});

describe('the room that the inspector has', () => {
  it.each([
    ['a panel at the bottom of a window', 1440, 400, 'wide'],
    ['a panel at the right of it', 648, 860, 'tall'],
    ['a telephone', 390, 360, 'small'],
    ['a window at 200 %', 720, 210, 'small'],
  ] as const)('in %s', (_, width, height, room) => {
    expect(roomFor(width, height)).toBe(room);
  });
});

describe('the tree of actors', () => {
  const actor = (id: string, depth: number): ActorSummary => ({
    session: id,
    id,
    parent: null,
    depth,
    chart: id,
    status: 'active',
    stateText: '',
    value: null,
    movedSeq: null,
  });
  const tree = [
    actor('app', 0),
    actor('cache', 1),
    actor('/profile', 2),
    actor('/projects', 2),
    actor('screen', 1),
    actor('flow', 2),
  ].map((one) => ({ ...one, actor: one }));
  const names = (closed: string[]) => visibleRows(tree, ({ session }) => closed.includes(session)).map(({ id }) => id);

  it('hides what is inside a closed branch, and nothing else', () => {
    expect(names([])).toEqual(tree.map(({ id }) => id));
    expect(names(['cache'])).toEqual(['app', 'cache', 'screen', 'flow']);
    expect(names(['app', 'cache'])).toEqual(['app']);
  });

  it('shows what the current page runs first, and then the parts of the application', () => {
    const child = (id: string, parent: string): ActorSummary => ({ ...actor(id, 1), parent });
    const running = [
      actor('app', 0),
      child('toasts', 'app'),
      child('cache', 'app'),
      child('/projects', 'cache'),
      child('screen', 'app'),
      { ...child('flow', 'screen'), chart: 'signIn' },
      child('search', 'flow'),
      child('connection', 'app'),
      child('workspace', 'app'),
      child('profile', 'workspace'),
      child('palette', 'workspace'),
    ];
    expect(groupedRows(running).map(({ id, depth }) => `${' '.repeat(depth)}${id}`)).toEqual([
      'This page',
      ' signIn',
      '  search',
      'Shell',
      ' toasts',
      ' screen',
      ' workspace',
      '  palette',
      'Session and storage',
      ' cache',
      '  /projects',
      ' profile',
      'App',
      ' app',
      '  connection',
    ]);
    // A page may have an actor of any name.
    expect(groupedRows([...running, child('session', 'flow')])[3]).toMatchObject({ id: 'session', depth: 2 });
    expect(groupedRows([actor('gate', 0), child('keeper', 'gate')]).map(({ id }) => id)).toEqual(['gate', 'keeper']);
  });

  it('is walked by arrows: into a branch and out of it, closing and opening on the way', () => {
    expect(treeMove(tree, 2, 'ArrowLeft', null)).toEqual({ to: 1 });
    expect(treeMove(tree, 1, 'ArrowLeft', true)).toBe('toggle');
    expect(treeMove(tree, 1, 'ArrowLeft', false)).toEqual({ to: 0 });
    expect(treeMove(tree, 0, 'ArrowLeft', false)).toBeNull();
    expect(treeMove(tree, 1, 'ArrowRight', false)).toBe('toggle');
    expect(treeMove(tree, 1, 'ArrowRight', true)).toEqual({ to: 2 });
    expect(treeMove(tree, 2, 'ArrowRight', null)).toBeNull();
    expect(treeMove(tree, 5, 'ArrowDown', null)).toEqual({ to: 5 });
    expect(treeMove(tree, 5, 'Home', null)).toEqual({ to: 0 });
  });

  it('names resources by what tells them apart', () => {
    expect(shortName('/projects/nfifhhxbveuxeieasfta/query-history')).toBe('/projects/…/query-history');
    expect(shortName('/projects/nfifhhxbveuxeieasfta')).toBe('/projects/…');
    expect(shortName('/profile/permissions')).toBe('/profile/permissions');
    expect(shortName('navigationRail')).toBe('navigationRail');
  });

  it('goes to what is typed, from where it is', () => {
    expect(typedMatch(tree, 0, 'p')).toBe(2);
    expect(typedMatch(tree, 2, 'p')).toBe(3);
    expect(typedMatch(tree, 3, 'p')).toBe(2);
    expect(typedMatch(tree, 0, 'sc')).toBe(4);
    expect(typedMatch(tree, 0, 'x')).toBe(-1);
  });
});

it('tells what leads on from what stays and what breaks', () => {
  const { leading, staying, failing } = sortedAsked(
    drawingOf(gateMachine).transitions.map((transition) => ({ transition, result: null })),
  );
  expect(staying.map(({ transition }) => transition.trigger.name)).toEqual(['gate.knocked']);
  expect(failing.map(({ transition }) => transition.trigger.name)).toEqual(['keeper']);
  expect(leading.some(({ transition }) => transition.trigger.name === 'gate.shut')).toBe(true);
});
